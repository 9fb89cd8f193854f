//@ about: A ticket lock with a waiting array (Dice and Kogan, TWA: Ticket locks augmented with a
//@   waiting array, Euro-Par 2019) as an implementation of the specification mutex. A thread whose
//@   turn is more than FAR away waits on a slot of an array that all locks share. FAR=0 sends every
//@   thread that waits there. BROKEN: unlocking does not release. BROKEN_ORDER: the unlock writes
//@   the slot first.
//@ why: A thread enters when it has read its ticket from now_serving, whatever it has waited on,
//@   and has acquired it. It reads the slot before it looks at now_serving once more, and an unlock
//@   writes them the other way round, so no wake-up is lost. BROKEN: nothing synchronises under
//@   RC11 and C++20. BROKEN_ORDER: the slot changes, the thread reads it and then the old
//@   now_serving, and waits for ever: two threads with FAR=0, three with FAR=1, under every model.
//@ implements: mutex
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_ORDER -DFAR=0]: error
#include <stdatomic.h>

#ifndef FAR
#define FAR 1
#endif
#define SLOTS 4

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

typedef struct {
  atomic_uint next_ticket;
  atomic_uint now_serving;
} lock_t;

static atomic_uint waiting[SLOTS];

void lock_init(lock_t *lock) {
  atomic_init(&lock->next_ticket, 0);
  atomic_init(&lock->now_serving, 0);
}

static unsigned distance(lock_t *lock, unsigned ticket) {
  return ticket - atomic_load_explicit(&lock->now_serving, memory_order_acquire);
}

void lock_acquire(lock_t *lock) {
  unsigned ticket = atomic_fetch_add_explicit(&lock->next_ticket, 1, memory_order_relaxed);
  atomic_uint *slot = &waiting[ticket % SLOTS];
  while (distance(lock, ticket) > FAR) {
    unsigned seen = atomic_load_explicit(slot, memory_order_acquire);
    if (distance(lock, ticket) <= FAR) break;
    while (atomic_load_explicit(slot, memory_order_acquire) == seen) {
    }
  }
  while (distance(lock, ticket) != 0) {
  }
}

void lock_release(lock_t *lock) {
  unsigned next = atomic_load_explicit(&lock->now_serving, memory_order_relaxed) + 1;
#ifdef BROKEN_ORDER
  atomic_fetch_add_explicit(&waiting[(next + FAR) % SLOTS], 1, memory_order_acq_rel);
  atomic_store_explicit(&lock->now_serving, next, UNLOCK);
#else
  atomic_store_explicit(&lock->now_serving, next, UNLOCK);
  // Whoever has become near looks again.
  atomic_fetch_add_explicit(&waiting[(next + FAR) % SLOTS], 1, memory_order_release);
#endif
}
