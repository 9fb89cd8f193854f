//@ about: The simplest spin lock: test-and-set until the flag was clear (Herlihy and Shavit, The Art of
//@   Multiprocessor Programming, section 7.2), with C11's atomic_flag. BROKEN: the test-and-set does not
//@   acquire.
//@ why: Only one test-and-set finds the flag clear, and it reads the previous holder's release store. A
//@   test-and-set in vain writes what is there anyway, so the loop only waits. Count: two orders of the
//@   threads; the second one finds the lock free, or taken, and then waits: 2 executions, 2 blocked.
//@   Followed for 2 rounds instead, it finds the lock taken 0, 1 or 2 times before it enters, or a third
//@   time, which cuts it: 6 executions, 2 blocked. BROKEN: a relaxed test-and-set does not synchronise
//@   with that store, so the increments race under RC11. In the other models an rmw is strong whatever
//@   its ordering says, and the unlock still releases. Happens-before orders the writes to the flag, so a
//@   test-and-set that has to wait is no event, and no execution is explored in vain.
//@ all [--no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all: verified executions=2 premature=0
//@ all [--no-spinloops --unroll 2]: bounded executions=6 blocked=2
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [-DBROKEN]: verified executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define LOCK memory_order_relaxed
#else
#define LOCK memory_order_acquire
#endif

static atomic_flag held = ATOMIC_FLAG_INIT;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&held, LOCK)) {
  }
}

static void unlock(void) {
  atomic_flag_clear_explicit(&held, memory_order_release);
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
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
