//@ about: Read-modify-writes as awaits: a lock that is taken by an exchange, a compare-exchange, strong or weak, a
//@   fetch-or or a test-and-set, which is repeated until it has found the lock free. BROKEN: the unlock does not
//@   release.
//@ why: To try in vain changes nothing, so a thread waits until the lock is free and takes it from whoever had it
//@   before: N! orders of N threads, and as everybody unlocks, nobody waits for ever. That a weak compare-exchange may
//@   fail without need changes nothing either. Without awaits, with two threads, the second one may find the lock taken: 2
//@   blocked. BROKEN: under RC11 nothing synchronises, so the increments race. Under PSO the unlock overtakes the
//@   increment, which then gets lost. SC, TSO and RA keep stores in order.
//@ all [-DLOCK=EXCHANGE]: verified executions=2 blocked=0
//@ all [-DLOCK=COMPARE_EXCHANGE]: verified executions=2 blocked=0
//@ all [-DLOCK=WEAK]: verified executions=2 blocked=0
//@ all [-DLOCK=FETCH_OR]: verified executions=2 blocked=0
//@ all [-DLOCK=TEST_AND_SET]: verified executions=2 blocked=0
//@ all [-DLOCK=EXCHANGE -DN=4]: verified executions=24 blocked=0
//@ all [-DLOCK=COMPARE_EXCHANGE -DN=4]: verified executions=24 blocked=0
//@ all [-DLOCK=WEAK -DN=3]: verified executions=6 blocked=0
//@ all [-DLOCK=FETCH_OR -DN=4]: verified executions=24 blocked=0
//@ all [-DLOCK=TEST_AND_SET -DN=4]: verified executions=24 blocked=0
//@ all [-DLOCK=EXCHANGE --no-awaits]: verified executions=2 blocked=2
//@ all [-DLOCK=COMPARE_EXCHANGE --no-awaits]: verified executions=2 blocked=2
//@ rc11 [-DLOCK=EXCHANGE -DBROKEN]: error data-race
//@ pso [-DLOCK=EXCHANGE -DBROKEN]: error assertion
//@ sc,tso,ra [-DLOCK=EXCHANGE -DBROKEN]: verified executions=2 blocked=0
//@ rc11 [-DLOCK=COMPARE_EXCHANGE -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

#ifdef BROKEN
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

enum { EXCHANGE, COMPARE_EXCHANGE, WEAK, FETCH_OR, TEST_AND_SET };

static atomic_int held;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int counter;

// Whether the lock was free; it is not any more.
static bool take(void) {
  int expected = 0;
  switch (LOCK) {
    case EXCHANGE:
      return atomic_exchange_explicit(&held, 1, memory_order_acquire) == 0;
    case COMPARE_EXCHANGE:
      return atomic_compare_exchange_strong_explicit(&held, &expected, 1, memory_order_acquire, memory_order_relaxed);
    case WEAK:
      return atomic_compare_exchange_weak_explicit(&held, &expected, 1, memory_order_acquire, memory_order_relaxed);
    case FETCH_OR:
      return (atomic_fetch_or_explicit(&held, 1, memory_order_acquire) & 1) == 0;
    default:
      return !atomic_flag_test_and_set_explicit(&flag, memory_order_acquire);
  }
}

static void *worker(void *unused) {
  (void)unused;
  while (!take()) {
  }
  counter++;
  if (LOCK == TEST_AND_SET) {
    atomic_flag_clear_explicit(&flag, RELEASE);
  } else {
    atomic_store_explicit(&held, 0, RELEASE);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(counter == N);
  return 0;
}
