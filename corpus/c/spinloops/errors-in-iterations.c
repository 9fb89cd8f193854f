//@ about: A thread looks at something each time it finds that it has to wait, and then tells another one that it waits no more; that one
//@   takes what the thread has looked at. By default a plain variable, which is written; FREED: an object, which is freed; FAILED: a
//@   variable that is compared and exchanged in vain, and then written by a plain store.
//@   RELEASED: it is told by release and acquire. LOCKED: the thread waits under a mutex.
//@ why: The thread may look, wait no more, and tell; nothing orders its look before what the other one does with the variable, if the word is
//@   relaxed: an error under rc11, which no execution has in which the thread leaves its loop at once. Under
//@   the other models every atomic access synchronises. RELEASED: so it does there.
//@ sc,tso,pso,ra: verified
//@ rc11: error data-race line 74
//@ sc,tso,pso,ra [-DFREED]: verified
//@ rc11 [-DFREED]: error use-after-free line 72
//@ sc,tso,pso,ra [-DFAILED]: verified
//@ rc11 [-DFAILED]: error data-race line 74
//@ sc,tso,pso,ra [-DLOCKED]: verified
//@ rc11 [-DLOCKED]: error data-race line 74
//@ all [-DRELEASED]: verified
//@ all [-DRELEASED -DFREED]: verified
//@ all [-DRELEASED -DFAILED]: verified
//@ all [-DRELEASED -DLOCKED]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RELEASED
#define TELL memory_order_release
#define HEAR memory_order_acquire
#else
#define TELL memory_order_relaxed
#define HEAR memory_order_relaxed
#endif

static atomic_int ready, told;
static atomic_int *object;
static int plain, freed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void look(void) {
#if defined(FREED)
  atomic_load_explicit(object, memory_order_relaxed);
#elif defined(FAILED)
  int nothing = 7;
  __atomic_compare_exchange_n(&plain, &nothing, 8, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#else
  (void)*(volatile int *)&plain;
#endif
}

static int must_wait(void) {
  return !atomic_load_explicit(&ready, memory_order_relaxed);
}

static void *waiter(void *unused) {
#ifdef LOCKED
  for (;;) {
    pthread_mutex_lock(&mutex);
    int waits = must_wait();
    if (waits) look();
    pthread_mutex_unlock(&mutex);
    if (!waits) break;
  }
#else
  while (must_wait()) look();
#endif
  atomic_store_explicit(&told, 1, TELL);
  return unused;
}

static void *taker(void *unused) {
  if (!atomic_load_explicit(&told, HEAR)) return unused;
#ifdef FREED
  freed = 1;
  free(object);
#else
  plain = 5;
#endif
  return unused;
}

int main(void) {
  object = malloc(sizeof *object);
  atomic_init(object, 0);
  pthread_t one, two;
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, taker, NULL);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  if (!freed) free(object);
  return 0;
}
