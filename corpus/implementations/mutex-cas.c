//@ about: A spin lock with a compare-exchange from 0 to 1, as many programs have it, as an
//@   implementation of the specification mutex. BROKEN: locking does not acquire. BROKEN_RACE: the
//@   unlock is a plain store to a volatile.
//@ why: The compare-exchange that succeeds reads the initialisation or an unlock, and nobody else
//@   does so with success. BROKEN: whoever locks does not see what the last holder did, under RC11
//@   and C++20; in the other models an rmw orders all that follows it. BROKEN_RACE: volatile is not
//@   atomic, so the unlock races with whoever tries to lock, under every model.
//@ implements: mutex
//@ sc,tso,ra,rc11,cpp20 [--threads 3]: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_RACE]: error
#include <stdatomic.h>
#include <sched.h>

#ifdef BROKEN
#define LOCK memory_order_relaxed
#else
#define LOCK memory_order_acquire
#endif

typedef struct {
  atomic_int word;
} lock_t;

void lock_init(lock_t *lock) {
  atomic_store_explicit(&lock->word, 0, memory_order_relaxed);
}

void lock_acquire(lock_t *lock) {
  int expected = 0;
  while (!atomic_compare_exchange_weak_explicit(&lock->word, &expected, 1, LOCK,
                                                memory_order_relaxed)) {
    expected = 0;  // the failure has written the value that it found
    sched_yield();
  }
}

void lock_release(lock_t *lock) {
#ifdef BROKEN_RACE
  *(volatile int *)&lock->word = 0;
#else
  atomic_store_explicit(&lock->word, 0, memory_order_release);
#endif
}
