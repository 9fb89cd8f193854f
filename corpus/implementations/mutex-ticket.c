//@ about: The ticket lock (Mellor-Crummey and Scott, Algorithms for scalable synchronization on
//@   shared-memory multiprocessors, TOCS 1991, section 2.2) as an implementation of the
//@   specification mutex. BROKEN: unlocking does not release. BROKEN_DRAW: a ticket is drawn by a
//@   load and a store.
//@ why: Tickets are different, and one thread only reads its ticket from now_serving, from the
//@   store of the holder before, which releases what the load acquires. BROKEN: nothing
//@   synchronises under RC11 and C++20; the other models are as strong without the release.
//@   BROKEN_DRAW: two threads load the same number and are in at the same time, in every
//@   interleaving semantics, so under every model.
//@ implements: mutex
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_DRAW]: error
#include <stdatomic.h>

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

typedef struct {
  atomic_uint next_ticket;
  atomic_uint now_serving;
} lock_t;

void lock_init(lock_t *lock) {
  atomic_init(&lock->next_ticket, 0);
  atomic_init(&lock->now_serving, 0);
}

static unsigned draw(lock_t *lock) {
#ifdef BROKEN_DRAW
  // Another thread may draw the same number in between.
  unsigned ticket = atomic_load_explicit(&lock->next_ticket, memory_order_relaxed);
  atomic_store_explicit(&lock->next_ticket, ticket + 1, memory_order_relaxed);
  return ticket;
#else
  return atomic_fetch_add_explicit(&lock->next_ticket, 1, memory_order_relaxed);
#endif
}

void lock_acquire(lock_t *lock) {
  unsigned ticket = draw(lock);
  while (atomic_load_explicit(&lock->now_serving, memory_order_acquire) != ticket) {
  }
}

void lock_release(lock_t *lock) {
  // Only the holder writes now_serving, so a load and a store are enough.
  unsigned ticket = atomic_load_explicit(&lock->now_serving, memory_order_relaxed);
  atomic_store_explicit(&lock->now_serving, ticket + 1, UNLOCK);
}
