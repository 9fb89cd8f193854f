//@ about: A thread waits for a flag that is also written non-atomically: by main, before it creates the thread; or, with
//@   LATE, by another thread, which then sets the flag; or, with HANDED, before that thread sets a second flag,
//@   for which the waiting thread looks first in each iteration.
//@ why: What main has written happens before the wait: it reads the only store, 1 execution. LATE: the waiting thread may
//@   have looked at the flag while it was written, although it goes on with a store that comes behind that. HANDED: it
//@   may have looked at the flag after it had seen the second one unset, although it ends with one set.
//@ all: verified executions=1 blocked=0
//@ all [-DLATE]: error data-race
//@ all [-DHANDED]: error data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag, second;

static void *setter(void *unused) {
  (void)unused;
#if defined LATE
  atomic_init(&flag, 1);
  atomic_store_explicit(&flag, 2, memory_order_release);
#elif defined HANDED
  atomic_init(&flag, 2);
  atomic_store_explicit(&second, 1, memory_order_release);
#else
  atomic_store_explicit(&flag, 2, memory_order_release);
#endif
  return NULL;
}

static void *waiter(void *unused) {
  (void)unused;
#ifdef HANDED
  int seen, set;
  do {
    seen = atomic_load_explicit(&second, memory_order_acquire);
    set = atomic_load_explicit(&flag, memory_order_relaxed);
  } while (seen == 0 || set == 0);
#else
  while (atomic_load_explicit(&flag, memory_order_acquire) != 2) {
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  atomic_init(&flag, 0);
  pthread_create(&one, NULL, setter, NULL);
  pthread_create(&two, NULL, waiter, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
