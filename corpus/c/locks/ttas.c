//@ about: Test-and-test-and-set (Rudolph and Segall, Dynamic decentralized cache schemes for MIMD
//@   parallel processors, ISCA 1984): wait until the lock looks free, only then try to take it. BROKEN:
//@   the unlock does not release. BACK_OFF: after an attempt in vain a thread pauses, twice as long each time.
//@   RELOAD, REUSE: it is taken by compare-exchange, and after a failure the lock is looked at again, or the
//@   failure counts as a look. WEAK: the compare-exchange may fail spuriously.
//@ why: Only one exchange finds the lock free, and it reads the previous holder's release store. BROKEN:
//@   under RC11 nothing synchronises, so the increments race. Under PSO the relaxed unlock overtakes the
//@   increment, which then gets lost. SC, TSO and RA are as strong without the release. Count: N! orders
//@   of the threads. The p-th one sees the lock free before the first one or after one of the p - 1
//@   before it: (N!)^2. It awaits to see the lock free and to exchange successfully, and as everybody
//@   unlocks, nobody waits for ever. Happens-before orders the writes to the lock, so no read that has to
//@   wait is an event, and no execution is explored in vain. Without awaits, with two threads, the second one may see the lock
//@   taken, or see it free and exchange in vain, which writes what is there anyway, and then waits: 2 * 2
//@   blocked. Unless that is found out, either, it looks again after an exchange in vain, and sees the
//@   lock free or taken: 2 * 3 executions instead. With N = 3 and 4 the numbers of all three are those of
//@   ttaslock in Table I of Jonsson, Lång and Sagonas (FMCAD 2022).
//@   BACK_OFF: a pause does nothing, so the counts are the same.
//@   RELOAD, REUSE, WEAK: a thread that fails is where it was before it looked, so the counts are the same.
//@ all: verified executions=4 blocked=0 premature=0
//@ all [-DBACK_OFF]: verified executions=4 blocked=0 premature=0
//@ all [-DBACK_OFF -DN=3]: verified executions=36 blocked=0 premature=0
//@ all [-DBACK_OFF --no-awaits]: verified executions=4 blocked=4
//@ all [-DN=3]: verified executions=36 blocked=0 premature=0
//@ all [-DN=4]: verified executions=576 blocked=0 premature=0
//@ all [--no-awaits]: verified executions=4 blocked=4
//@ all [-DN=3 --no-awaits]: verified executions=36 blocked=81
//@ all [-DN=3 --no-awaits --no-dynamic-spin-assume]: verified executions=36 blocked=81
//@ all [-DN=3 --no-awaits --no-loop-purity]: verified executions=36 blocked=81
//@ sc,rc11 [-DN=4 --no-awaits]: verified executions=576 blocked=2308
//@ all [--no-awaits --no-loop-purity --no-dynamic-spin-assume --no-redundant-iterations]: verified executions=6 blocked=4
//@ all [-DN=3 --no-awaits --no-loop-purity --no-dynamic-spin-assume --no-redundant-iterations]: verified executions=162 blocked=183
//@ rc11 [-DN=4 --no-awaits --no-loop-purity --no-dynamic-spin-assume --no-redundant-iterations]: verified executions=20760 blocked=29440
//@ rc11 [-DBROKEN]: error data-race
//@ pso [-DBROKEN]: error assertion
//@ sc,tso,ra [-DBROKEN]: verified executions=4 blocked=0
//@ all [-DRELOAD]: verified executions=4 blocked=0 premature=0
//@ all [-DRELOAD -DN=3]: verified executions=36 blocked=0 premature=0
//@ all [-DRELOAD -DWEAK -DN=3]: verified executions=36 blocked=0 premature=0
//@ all [-DREUSE]: verified executions=4 blocked=0 premature=0
//@ all [-DREUSE -DN=3]: verified executions=36 blocked=0 premature=0
//@ all [-DREUSE -DWEAK -DN=3]: verified executions=36 blocked=0 premature=0
//@ rc11 [-DREUSE -DBROKEN]: error data-race
//@ pso [-DREUSE -DBROKEN]: error assertion
//@ sc,tso,ra [-DREUSE -DBROKEN]: verified executions=4 blocked=0
//@ rc11 [-DREUSE -DWEAK -DBROKEN]: error data-race
//@ pso [-DREUSE -DWEAK -DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

#ifndef N
#define N 2
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

static atomic_bool held;

#if defined(RELOAD)

static void lock(void) {
  bool seen;
  do {
    seen = atomic_load_explicit(&held, memory_order_relaxed);
  } while (seen || !compare_exchange(&held, &seen, true, memory_order_acquire, memory_order_relaxed));
}

#elif defined(REUSE)

static void lock(void) {
  bool seen = atomic_load_explicit(&held, memory_order_relaxed);
  for (;;) {
    while (seen) seen = atomic_load_explicit(&held, memory_order_relaxed);
    if (compare_exchange(&held, &seen, true, memory_order_acquire, memory_order_relaxed)) return;
  }
}

#elif defined(BACK_OFF)

static void lock(void) {
  for (int delay = 4;; delay = delay < 256 ? 2 * delay : delay) {
    while (atomic_load_explicit(&held, memory_order_relaxed)) {
    }
    if (!atomic_exchange_explicit(&held, true, memory_order_acquire)) return;
    for (volatile int i = 0; i < delay; i++) {
    }
  }
}

#else

static void lock(void) {
  do {
    // Looking costs less than trying: the cache line stays shared.
    while (atomic_load_explicit(&held, memory_order_relaxed)) {
    }
  } while (atomic_exchange_explicit(&held, true, memory_order_acquire));
}

#endif

static void unlock(void) {
  atomic_store_explicit(&held, false, UNLOCK);
}

static int counter;  // the lock is there for this

static void *worker(void *unused) {
  (void)unused;
  lock();
  counter++;
  unlock();
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(counter == N);
  return 0;
}
