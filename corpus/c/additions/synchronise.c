//@ about: Each of two threads stores to a location, adds to a counter, and loads the location of the other.
//@ why: Two additions that synchronise do so in one direction or the other, and so one of the loads reads 1: the order of
//@   such additions cannot be left open, although nobody looks at the counter. Relaxed ones do not synchronise, and
//@   both loads may read 0 under RC11 and C++20. Additions are full fences under TSO and PSO. Under SC, TSO and PSO three
//@   pairs of values are possible. If the loads read (0, 1) or (1, 0), the order of the additions follows. With (1, 1), both
//@   orders are possible. So there are four executions with orders, and three without. Under RA, and with seq_cst
//@   additions under RC11 and C++20, there are four. Relaxed additions in both orders with four pairs of values are eight.
//@   Fences around relaxed additions make them synchronise.
//@ all: verified executions=4
//@ sc,tso,pso [--independent-adds]: verified executions=3
//@ ra,rc11,cpp20 [--independent-adds]: verified executions=4
//@ rc11,cpp20 [-DORDER=memory_order_relaxed -DWEAK]: verified executions=8
//@ rc11,cpp20 [-DORDER=memory_order_relaxed -DWEAK --independent-adds]: verified executions=4
//@ rc11,cpp20 [-DORDER=memory_order_relaxed --independent-adds]: error assertion
//@ rc11,cpp20 [-DORDER=memory_order_relaxed -DFENCES]: verified executions=4
//@ rc11,cpp20 [-DORDER=memory_order_relaxed -DFENCES --independent-adds]: verified executions=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

static atomic_int x, y, count;
static int a, b;

static void add(void) {
#ifdef FENCES
  atomic_thread_fence(memory_order_release);
#endif
  atomic_fetch_add_explicit(&count, 1, ORDER);
#ifdef FENCES
  atomic_thread_fence(memory_order_acquire);
#endif
}

static void *first(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  add();
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  add();
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
#ifndef WEAK
  assert(a == 1 || b == 1);
#endif
}
