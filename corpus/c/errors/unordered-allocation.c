//@ about: The address of an object reaches another thread by a relaxed store, and that thread uses the object. RELEASE: by a release store.
//@   AUTOMATIC: the object is on the stack. BEFORE: it is allocated before the threads are created. GLOBAL: it is a global.
//@ why: C11 5.1.2.4 and 7.22.3: an object exists from its allocation on, and nothing orders that before the use. Nothing was
//@   written to the object, so there is no data race. In the other models every atomic access synchronises. What exists before the
//@   threads are created happens before all that they do.
//@ rc11: error unordered-allocation line 52
//@ sc,tso,pso,ra: verified executions=2
//@ rc11 [-DAUTOMATIC]: error unordered-allocation line 52
//@ sc,tso,pso,ra [-DAUTOMATIC]: verified
//@ all [-DRELEASE]: verified executions=2
//@ all [-DAUTOMATIC -DRELEASE]: verified
//@ all [-DBEFORE]: verified executions=2
//@ all [-DGLOBAL]: verified executions=2
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RELEASE
#define PUBLISHED memory_order_release
#else
#define PUBLISHED memory_order_relaxed
#endif

static _Atomic(atomic_int *) published;
static sem_t used;
#ifdef GLOBAL
static atomic_int object;
#endif
#ifdef BEFORE
static atomic_int *object;
#endif

static void *owner(void *unused) {
#if defined AUTOMATIC
  atomic_int object;
  atomic_store_explicit(&published, &object, PUBLISHED);
  sem_wait(&used);
#elif defined GLOBAL
  atomic_store_explicit(&published, &object, PUBLISHED);
#elif defined BEFORE
  atomic_store_explicit(&published, object, PUBLISHED);
#else
  atomic_store_explicit(&published, malloc(sizeof(atomic_int)), PUBLISHED);
#endif
  return unused;
}

static void *user(void *unused) {
  atomic_int *object = atomic_load_explicit(&published, memory_order_acquire);
  if (object) {
    atomic_store_explicit(object, 1, memory_order_relaxed);
  }
  sem_post(&used);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&used, 0, 0);
#ifdef BEFORE
  object = malloc(sizeof *object);
#endif
  pthread_create(&threads[0], NULL, owner, NULL);
  pthread_create(&threads[1], NULL, user, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
