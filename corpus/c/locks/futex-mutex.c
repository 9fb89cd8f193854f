//@ about: The second mutex of U. Drepper, Futexes are tricky (2004): 0 is free, 1 held, 2 held and
//@   perhaps waited for. Sleeping on a futex is replaced by yielding until the word has changed. BROKEN:
//@   taking the lock after a wait does not acquire.
//@   CAS: with compare-exchanges in place of exchanges. WEAK: that of the loop may fail spuriously.
//@ why: A thread holds the mutex if it has changed the word from 0, which the last holder left there with
//@   its decrement, a release, or with the store behind that. The store may be relaxed: by C11, a store
//@   of the same thread continues the release sequence. Not so in C++20, where the increments race if the
//@   second thread reads from that store. BROKEN: the increments race under RC11 if the
//@   second thread had to wait. In the other models an rmw is strong whatever its ordering says; PSO
//@   keeps the store behind the decrement, which is an rmw. Count: two orders of the threads. The second
//@   one's compare-exchange finds the mutex free again, or held and its exchange finds it free: 2. Or the
//@   exchange announces it: then it sees the word changed to 0, or to 1 and exchanges 0, or to 1 and
//@   exchanges 1, waits again and sees 0: 3; or it waits in the first or the second wait: 2 blocked.
//@ cpp20 [--no-awaits --no-loop-purity]: error data-race
//@ all [--no-awaits --no-loop-purity]: verified executions=10 blocked=4
//@ cpp20: error data-race
//@ all: verified executions=10
//@ rc11 [-DN=3]: verified
//@ cpp20 [-DN=3]: error data-race
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=10 blocked=4
//@ all [-DBROKEN]: verified executions=10
//@ cpp20 [-DCAS]: error data-race
//@ all [-DCAS]: verified
//@ cpp20 [-DCAS -DWEAK]: error data-race
//@ all [-DCAS -DWEAK]: verified
//@ rc11 [-DCAS -DBROKEN]: error data-race
//@ rc11 [-DCAS -DWEAK -DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DCAS -DBROKEN]: verified
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define LOCK_AFTER_WAIT memory_order_relaxed
#else
#define LOCK_AFTER_WAIT memory_order_acquire
#endif

#ifndef N
#define N 2
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

static atomic_int word;

// Stands for the system call: returns once the word is no longer as expected.
static void futex_wait(int expected) {
  while (atomic_load_explicit(&word, memory_order_relaxed) == expected) {
    sched_yield();
  }
}

static void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &seen, 1, memory_order_acquire,
                                              memory_order_relaxed)) {
    return;
  }
#ifdef CAS
  // As published: announce it unless somebody else has, wait, and take it if it is free.
  do {
    int held = 1;
    if (seen == 2 ||
        atomic_compare_exchange_strong_explicit(&word, &held, 2, memory_order_relaxed, memory_order_relaxed) ||
        held != 0) {
      futex_wait(2);
    }
    seen = 0;
  } while (!compare_exchange(&word, &seen, 2, LOCK_AFTER_WAIT, memory_order_relaxed));
#else
  // From now on the word is 2 while we do not have the mutex, so that the holder knows of us.
  if (seen != 2) {
    seen = atomic_exchange_explicit(&word, 2, LOCK_AFTER_WAIT);
  }
  while (seen != 0) {
    futex_wait(2);
    seen = atomic_exchange_explicit(&word, 2, LOCK_AFTER_WAIT);
  }
#endif
}

static void unlock(void) {
  if (atomic_fetch_sub_explicit(&word, 1, memory_order_release) != 1) {
    atomic_store_explicit(&word, 0, memory_order_relaxed);
    // The futex call that wakes a waiter is not needed here.
  }
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
