//@ about: The lock inside musl's C library (J. Gustedt, Futex based locks for C11's generic atomics, SAC
//@   2016): the sign bit says locked, the other bits count the threads that hold or want the lock.
//@   Sleeping on a futex is replaced by yielding until the word has changed. BROKEN: the unlock does not
//@   release.
//@   SPINS: a thread tries so many times before it is counted, 10 in musl. RELOAD: the word is loaded again
//@   after a failure. WEAK: all but the first compare-exchange may fail spuriously.
//@ why: A thread holds the lock if its compare-exchange has set the sign bit, for which it has read,
//@   through rmws of other waiters, the unlock before it. BROKEN: those rmws do not release either, so
//@   the increments race under RC11. In the other models an rmw is strong whatever its ordering says.
//@   Count: two orders of the threads. The second one finds the lock free at once, or when it counts
//@   itself, or when it waits: 3; or it waits and sees no change: 1 blocked.
//@ all [--no-awaits --no-loop-purity]: verified executions=6 blocked=2
//@ all: verified executions=6
//@ all [-DN=3]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=6 blocked=2
//@ all [-DBROKEN]: verified executions=6
//@ all [-DSPINS=1]: verified
//@ all [-DRELOAD]: verified
//@ all [-DWEAK]: verified
//@ all [-DSPINS=1 -DRELOAD -DWEAK]: verified
//@ rc11 [-DSPINS=1 -DBROKEN]: error data-race
//@ rc11 [-DRELOAD -DBROKEN]: error data-race
//@ rc11 [-DSPINS=1 -DRELOAD -DWEAK -DBROKEN]: error data-race
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
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

#ifndef SPINS
#define SPINS 0
#endif

#define LOCKED INT_MIN

static atomic_int word;

// Stands for the system call: returns once the word is no longer as expected.
static void futex_wait(int expected) {
  while (atomic_load_explicit(&word, memory_order_relaxed) == expected) {
    sched_yield();
  }
}

// Sets the word if it is as expected, otherwise tells what it is.
static bool try_to_set(int *expected, int desired) {
  return compare_exchange(&word, expected, desired, memory_order_acquire, memory_order_relaxed);
}

static void lock(void) {
  int current = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &current, LOCKED + 1, memory_order_acquire,
                                              memory_order_relaxed)) {
    return;  // nobody else wanted it
  }

  // Try some times before being counted.
  for (int i = 0; i < SPINS; i++) {
    if (current < 0) current -= LOCKED + 1;
    if (try_to_set(&current, LOCKED + current + 1)) return;
#ifdef RELOAD
    current = atomic_load_explicit(&word, memory_order_relaxed);
#endif
  }

  // Be counted, then wait for the sign bit to go away.
  current = atomic_fetch_add_explicit(&word, 1, memory_order_relaxed) + 1;
  for (;;) {
    if (current < 0) {
      futex_wait(current);
      current -= LOCKED + 1;  // what it is now, unless more threads have come or gone: a guess
    }
    if (try_to_set(&current, LOCKED + current)) {
      return;
    }
#ifdef RELOAD
    current = atomic_load_explicit(&word, memory_order_relaxed);
#endif
  }
}

static void unlock(void) {
  // Clears the sign bit and counts this thread out. The futex call that wakes a waiter is not needed here.
  atomic_fetch_sub_explicit(&word, LOCKED + 1, UNLOCK);
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
