//@ about: A bag that is an array of slots with a state each, as pools of buffers in drivers and
//@   run-time systems have it, as an implementation of the specification bag. A put waits while all
//@   SLOTS slots are full. BROKEN: filling a slot does not release. BROKEN_TAKE: a thread that has
//@   seen a full slot takes it with a store.
//@ why: A slot goes from FREE to RESERVED to FULL to RESERVED to FREE; whoever reserves it is alone
//@   with the value. A take acquires the put that filled the slot, and the next put the take
//@   before. BROKEN: the value is read before it is written, a data race under RC11 and C++20.
//@   BROKEN_TAKE: two threads take one value, under every model.
//@ implements: bag
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TAKE]: error
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SLOTS
#define SLOTS 4
#endif
#ifdef BROKEN
#define FILL memory_order_relaxed
#else
#define FILL memory_order_release
#endif

enum { FREE, RESERVED, FULL };

struct slot {
  atomic_int state;
  int value;
};

typedef struct {
  struct slot slots[SLOTS];
} bag_t;

static bool reserve(struct slot *slot, int state) {
  if (atomic_load_explicit(&slot->state, memory_order_relaxed) != state) return false;
#ifdef BROKEN_TAKE
  if (state == FULL) {
    atomic_store_explicit(&slot->state, RESERVED, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    return true;
  }
#endif
  return atomic_compare_exchange_strong_explicit(&slot->state, &state, RESERVED,
                                                 memory_order_acquire, memory_order_relaxed);
}

void bag_put(bag_t *bag, int value) {
  for (int i = 0;; i = (i + 1) % SLOTS) {
    struct slot *slot = &bag->slots[i];
    if (!reserve(slot, FREE)) continue;
    slot->value = value;
    atomic_store_explicit(&slot->state, FULL, FILL);
    return;
  }
}

int bag_try_take(bag_t *bag) {
  for (int i = 0; i < SLOTS; i++) {
    struct slot *slot = &bag->slots[i];
    if (!reserve(slot, FULL)) continue;
    int value = slot->value;
    atomic_store_explicit(&slot->state, FREE, memory_order_release);
    return value;
  }
  return -1;
}

int bag_take(bag_t *bag) {
  int value;
  do {
    value = bag_try_take(bag);
  } while (value == -1);
  return value;
}
