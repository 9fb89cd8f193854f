//@ about: A lock that a thread gives up waiting for: a bounded number of tries stands for the time. Who did
//@   not get it must not enter, and must not unlock. BROKEN: the caller unlocks in any case.
//@ why: A thread enters only if its compare-exchange has taken the lock. All loops end, so nothing is cut.
//@   Count: the threads that succeed come in some order, and each of the others has seen the lock held by
//@   one of them: 3 if one succeeds, 6 * 2 if two, 6 if all, 21 together. BROKEN: a third thread gets in
//@   after the one that gave up has unlocked what another thread holds; an interleaving, so in every model.
//@ all: verified executions=21 blocked=0
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define TRIES 1

static atomic_bool held;

static bool lock_or_give_up(void) {
  for (int tries = 0; tries < TRIES; tries++) {
    bool expected = false;
    if (atomic_compare_exchange_strong_explicit(&held, &expected, true, memory_order_acquire,
                                                memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

static void unlock(void) {
  atomic_store_explicit(&held, false, memory_order_release);
}

static int counter;  // the lock is there for this
static atomic_int successes;

static void *worker(void *unused) {
  (void)unused;
  bool locked = lock_or_give_up();
  if (locked) {
    counter++;
    atomic_fetch_add_explicit(&successes, 1, memory_order_relaxed);
  }
#ifdef BROKEN
  unlock();
#else
  if (locked) {
    unlock();
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_create(&third, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  assert(counter == atomic_load(&successes));
  assert(counter >= 1);
  return 0;
}
