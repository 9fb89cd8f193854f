//@ about: The simplest spin lock: test-and-set until the flag was clear (Herlihy and Shavit, The Art of
//@   Multiprocessor Programming, section 7.2), with C11's atomic_flag. BROKEN: the test-and-set does not
//@   acquire.
//@   EXCHANGE: by exchange. CAS: by compare-exchange, whose expected value is reset after each failure; WEAK:
//@   it may fail spuriously; BACK_OFF: a thread yields after ten failures.
//@ why: Only one test-and-set finds the flag clear, and it reads the previous holder's release store. A
//@   test-and-set in vain writes what is there anyway, so the loop only waits. Count: two orders of the
//@   threads; the second one finds the lock free, or taken, and then waits: 2 executions, 2 blocked.
//@   Followed for 2 rounds instead, it finds the lock taken 0, 1 or 2 times before it enters, or a third
//@   time, which cuts it: 6 executions, 2 blocked. BROKEN: a relaxed test-and-set does not synchronise
//@   with that store, so the increments race under RC11. In the other models an rmw is strong whatever
//@   its ordering says, and the unlock still releases. Happens-before orders the writes to the flag, so a
//@   test-and-set that has to wait is no event, and no execution is explored in vain.
//@   N threads have N! orders, in whichever form.
//@ all [--no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all: verified executions=2 premature=0
//@ all [--no-spinloops --unroll 2]: bounded executions=6 blocked=2
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [-DBROKEN]: verified executions=2
//@ all [-DN=3]: verified executions=6 premature=0
//@ all [-DEXCHANGE]: verified executions=2 blocked=0 premature=0
//@ all [-DEXCHANGE -DN=3]: verified executions=6 blocked=0 premature=0
//@ all [-DCAS]: verified executions=2 blocked=0 premature=0
//@ all [-DCAS -DN=3]: verified executions=6 blocked=0 premature=0
//@ all [-DCAS -DWEAK]: verified executions=2 blocked=0 premature=0
//@ all [-DCAS -DWEAK -DN=3]: verified executions=6 blocked=0 premature=0
//@ all [-DCAS -DBACK_OFF -DN=3]: verified executions=6 blocked=0 premature=0
//@ all [-DCAS -DWEAK -DBACK_OFF -DN=3]: verified executions=6 blocked=0 premature=0
//@ rc11 [-DEXCHANGE -DBROKEN]: error data-race
//@ rc11 [-DCAS -DBROKEN]: error data-race
//@ rc11 [-DCAS -DWEAK -DBACK_OFF -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define LOCK memory_order_relaxed
#else
#define LOCK memory_order_acquire
#endif

#ifndef N
#define N 2
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

#if defined(EXCHANGE) || defined(CAS)

static atomic_int held;

static void lock(void) {
#ifdef EXCHANGE
  while (atomic_exchange_explicit(&held, 1, LOCK)) {
  }
#else
  // What a failure has read is of no use: the lock is to be free.
  int expected = 0;
#ifdef BACK_OFF
  int attempts = 0;
#endif
  while (!compare_exchange(&held, &expected, 1, LOCK, memory_order_relaxed)) {
    expected = 0;
#ifdef BACK_OFF
    if (++attempts > 10) sched_yield();
#endif
  }
#endif
}

static void unlock(void) {
  atomic_store_explicit(&held, 0, memory_order_release);
}

#else

static atomic_flag held = ATOMIC_FLAG_INIT;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&held, LOCK)) {
  }
}

static void unlock(void) {
  atomic_flag_clear_explicit(&held, memory_order_release);
}

#endif

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
