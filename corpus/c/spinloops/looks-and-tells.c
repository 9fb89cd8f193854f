//@ about: A thread looks at something in each iteration in which it has to wait, and then tells
//@   another one, which takes it away: by an atomic store to a plain variable, or, FREED, by
//@   freeing the structure whose second member was looked at.
//@ why: Under RC11 nothing orders the look of an earlier iteration with what depends on the relaxed
//@   word; it is the look that is not atomic, and its bytes are not the first ones of what is
//@   freed. In the other models every atomic access synchronises.
//@ sc,tso,pso,ra: verified
//@ rc11: error data-race
//@ sc,tso,pso,ra [-DFREED]: verified
//@ rc11 [-DFREED]: error use-after-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ready, told;
static int plain, freed;
static struct pair { int first; atomic_int second; } *object;

static void *waiter(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
#ifdef FREED
    atomic_load_explicit(&object->second, memory_order_relaxed);
#else
    (void)*(volatile int *)&plain;
#endif
  }
  atomic_store_explicit(&told, 1, memory_order_relaxed);
  return unused;
}

static void *taker(void *unused) {
  if (!atomic_load_explicit(&told, memory_order_relaxed)) return unused;
#ifdef FREED
  freed = 1;
  free(object);
#else
  __atomic_store_n(&plain, 5, __ATOMIC_RELAXED);
#endif
  return unused;
}

int main(void) {
  object = malloc(sizeof *object);
  atomic_init(&object->second, 0);
  pthread_t one, two;
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, taker, NULL);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  if (!freed) free(object);
  return 0;
}
