//@ about: Main stores to a counter and then to a flag; a thread that sees the flag adds to the counter.
//@ why: If the thread does not see the flag, there is one execution. If it does, its addition comes behind the store, unless
//@   the store to the flag has overtaken the one to the counter, as under PSO, or the flag does not synchronise, as under
//@   RC11 and C++20. Then the store may come last. With independent additions that must not be lost.
//@ sc,tso,ra: verified executions=2
//@ pso,rc11,cpp20: verified executions=3
//@ sc,tso,ra [--independent-adds]: verified executions=2
//@ pso,rc11,cpp20 [--independent-adds]: verified executions=3
//@ pso,rc11,cpp20 [-DLAST --independent-adds]: error assertion
//@ sc,tso,ra [-DLAST --independent-adds]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count, flag;

static void *add(void *has_added) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    *(int *)has_added = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  int has_added = 0;
  pthread_create(&thread, NULL, add, &has_added);
  atomic_store_explicit(&count, 5, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
#ifdef LAST
  assert(count == 5 + has_added);
#endif
}
