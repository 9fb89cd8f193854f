//@ about: The test-and-test-and-set lock with an exchange (Rudolph and Segall, Dynamic
//@   decentralized cache schemes for MIMD parallel processors, ISCA 1984) as an implementation of
//@   the specification mutex. BROKEN: unlocking does not release. BROKEN_TEST: the thread that sees
//@   the lock free stores.
//@ why: The exchange that reads false takes the lock: it reads the initialisation or an unlock,
//@   which releases, and nobody else reads that write with an exchange. BROKEN: nothing
//@   synchronises under RC11 and C++20; the other models are as strong without the release.
//@   BROKEN_TEST: two threads see the lock free and both take it, under every model.
//@ implements: mutex
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TEST]: error
#include <stdatomic.h>
#include <stdbool.h>

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

typedef struct {
  atomic_bool held;
} lock_t;

void lock_init(lock_t *lock) {
  atomic_init(&lock->held, false);
}

void lock_acquire(lock_t *lock) {
#ifdef BROKEN_TEST
  // Between the test and the store another thread may take the lock.
  while (atomic_load_explicit(&lock->held, memory_order_acquire)) {
  }
  atomic_store_explicit(&lock->held, true, memory_order_relaxed);
#else
  for (;;) {
    if (!atomic_exchange_explicit(&lock->held, true, memory_order_acquire)) return;
    // Looking costs less than trying: the cache line stays shared.
    while (atomic_load_explicit(&lock->held, memory_order_relaxed)) {
    }
  }
#endif
}

void lock_release(lock_t *lock) {
  atomic_store_explicit(&lock->held, false, UNLOCK);
}
