//@ about: Test-and-test-and-set (Rudolph and Segall, Dynamic decentralized cache schemes for MIMD parallel
//@   processors, ISCA 1984): wait until the lock looks free, only then try to take it. BROKEN: the unlock
//@   does not release.
//@ why: Only one exchange finds the lock free, and it reads the previous holder's release store. BROKEN:
//@   under RC11 nothing synchronises, so the increments race. Under PSO the relaxed unlock overtakes the
//@   increment, which then gets lost. SC, TSO and RA are as strong without the release. Count: two orders of
//@   the threads. The second one sees the lock free again; or it looked before the first one took it, and its
//@   exchange finds it free again, or taken, and then it looks again and sees it free: 3. Or it sees the lock
//@   taken, at first or after an exchange in vain: 2 blocked. With N = 3 and 4 threads these are the numbers
//@   of ttaslock in Table I of Jonsson, Lång and Sagonas (FMCAD 2022).
//@ all: verified executions=6 blocked=4
//@ all [-DN=3]: verified executions=162 blocked=183
//@ rc11 [-DN=4]: verified executions=20760 blocked=29440
//@ rc11 [-DBROKEN]: error data-race
//@ pso [-DBROKEN]: error assertion
//@ sc,tso,ra [-DBROKEN]: verified executions=6 blocked=4
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

static atomic_bool held;

static void lock(void) {
  do {
    // Looking costs less than trying: the cache line stays shared.
    while (atomic_load_explicit(&held, memory_order_relaxed)) {
    }
  } while (atomic_exchange_explicit(&held, true, memory_order_acquire));
}

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
