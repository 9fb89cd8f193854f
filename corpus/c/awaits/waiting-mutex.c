//@ about: A mutex that counts who waits, so that an unlock calls the kernel only if somebody does (after the mutex of the
//@   C library musl; mutex in Table I of Jonsson, Lång and Sagonas, FMCAD 2022). Waiting for the call is replaced by
//@   waiting for the lock. BROKEN: unlocking does not release.
//@ why: The lock is changed from 0 to 1 by a compare-exchange, and back by who holds it. BROKEN: the increments race under
//@   RC11; in the other models an rmw is strong whatever its ordering says. Count: two orders of the threads. The
//@   second one finds the lock free; or it is held, and the one that unlocks it sees that nobody waits yet, that one
//@   does, or that nobody does any more: 4. With three threads two may come to wait, and nobody looks at the number
//@   until both do: the order in which they were counted does not matter.
//@ all: verified executions=8
//@ sc [--engine trace]: verified executions=8
//@ sc [-DN=3]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN]: verified executions=8
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

static atomic_int held, waiters;

static bool try_lock(void) {
  int free = 0;
  return atomic_compare_exchange_strong_explicit(&held, &free, 1, memory_order_acquire,
                                                 memory_order_relaxed);
}

static void lock(void) {
  if (try_lock()) return;
  atomic_fetch_add_explicit(&waiters, 1, memory_order_relaxed);
  do {
    while (atomic_load_explicit(&held, memory_order_relaxed) != 0) {
    }
  } while (!try_lock());
  atomic_fetch_sub_explicit(&waiters, 1, memory_order_relaxed);
}

static bool unlock(void) {
  atomic_exchange_explicit(&held, 0, UNLOCK);
  return atomic_load_explicit(&waiters, memory_order_relaxed) > 0;
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
  assert(atomic_load(&waiters) == 0);
  return 0;
}
