//@ about: CAS-LOOP and CAS-LOOP2 of Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for
//@   spinloops (FMCAD 2021): N threads increment x with a compare-exchange that is tried until it succeeds; with FLAG
//@   the loop looks at its beginning whether it has succeeded. With WEAK the compare-exchange may fail for no reason.
//@   With BROKEN one that fails is taken for one that has succeeded.
//@ why: All values of x are different. A thread that succeeds has loaded what its compare-exchange reads, so the
//@   order of the threads is all: N! executions. If k threads succeed, each of the others has loaded the i-th and
//@   then read the j-th of k + 1 values, i < j, and waits: that sums up to 2 blocked if N = 2, to 3 + 6 * 3 = 21 if
//@   N = 3. WEAK: a thread that fails spuriously only tries again, so that there are as many. Whether
//@   the loop is seen to fail before the program runs or while it does makes no difference. Without any reduction all
//@   loops end by themselves, since each failure sees a new value. The thread that is the p-th to succeed has some
//@   failures before that, i < j <= i' < j' <= … <= p - 1, which are 1, 2, 5 ways for p = 1, 2, 3: 2 * 2 = 4 and 6 *
//@   2 * 5 = 60. BROKEN: two threads load the same value, and one increment is lost.
//@ all: verified executions=2 blocked=2
//@ all [-DFLAG]: verified executions=2 blocked=2
//@ all [-DWEAK --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [-DWEAK]: verified executions=2
//@ all [-DFLAG -DWEAK --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [-DFLAG -DWEAK]: verified executions=2
//@ all [-DN=3 --no-awaits --no-loop-purity]: verified executions=6 blocked=21
//@ all [-DN=3]: verified executions=6
//@ all [-DN=3 -DWEAK --no-awaits --no-loop-purity]: verified executions=6 blocked=21
//@ all [-DN=3 -DWEAK]: verified executions=6
//@ all [-DN=3 -DFLAG --no-awaits --no-loop-purity]: verified executions=6 blocked=21
//@ all [-DN=3 -DFLAG]: verified executions=6
//@ all [-DN=3 --no-spin-assume --no-awaits --no-loop-purity]: verified executions=6 blocked=21
//@ all [-DN=3 --no-dynamic-spin-assume --no-redundant-iterations --no-awaits --no-loop-purity]: verified executions=6 blocked=21
//@ all [-DN=3 -DFLAG --no-dynamic-spin-assume --no-redundant-iterations --no-awaits --no-loop-purity]: verified executions=6 blocked=21
//@ all [-DN=3 -DFLAG --no-loop-rotation --no-awaits --no-loop-purity]: verified executions=6 blocked=21
//@ all [-DN=3 -DFLAG --no-loop-rotation --no-dynamic-spin-assume --no-redundant-iterations --no-awaits --no-loop-purity]: verified executions=60 blocked=0
//@ all [--no-spinloops]: verified executions=4 blocked=0
//@ all [-DN=3 --no-spinloops]: verified executions=60 blocked=0
//@ all [-DN=3 --no-spinloops --unroll 3]: verified executions=60 blocked=0
//@ all [-DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static bool try_to_increment(void) {
  int a = atomic_load_explicit(&x, memory_order_relaxed);
#ifdef WEAK
  return atomic_compare_exchange_weak_explicit(&x, &a, a + 1, memory_order_relaxed, memory_order_relaxed);
#else
  return atomic_compare_exchange_strong_explicit(&x, &a, a + 1, memory_order_relaxed, memory_order_relaxed);
#endif
}

static void *incrementer(void *unused) {
  (void)unused;
  bool success = false;
#if defined BROKEN
  try_to_increment();
  (void)success;
#elif defined FLAG
  while (!success) {
    success = try_to_increment();
  }
#else
  do {
    success = try_to_increment();
  } while (!success);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, incrementer, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&x) == N);
  return 0;
}
