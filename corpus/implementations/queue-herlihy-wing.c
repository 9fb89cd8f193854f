//@ about: The queue of M. Herlihy and J. Wing (Linearizability: a correctness condition for
//@   concurrent objects, TOPLAS 1990) with the orderings of the weak queue of Raad et al. (On
//@   library correctness under weak memory consistency, POPL 2019), as an implementation of the
//@   specification queue: calls that wait, and at most ITEMS items. BROKEN: drawing a place does
//@   not release. BROKEN_RANGE: a dequeue goes through the array without regard to the number of
//@   places drawn. BROKEN_SWAP: a dequeue looks and then stores.
//@ why: An item that was put in before another one has the earlier place, and whoever sees the
//@   later place drawn sees the earlier item, and swaps it out first. BROKEN: the later item is
//@   found before the earlier one is seen, and the same thread takes that next, under RC11 and
//@   C++20. BROKEN_RANGE: a thread passes the first place before its item comes, and takes the
//@   second item, which came after that: two threads under every model. BROKEN_SWAP: two threads
//@   take one item, under every model.
//@ implements: queue
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra [-DBROKEN --messages 0]: holds
//@ rc11,cpp20 [-DBROKEN --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_RANGE --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_SWAP --messages 0]: error
#include <assert.h>
#include <stdatomic.h>

#ifndef ITEMS
#define ITEMS 4
#endif
#ifdef BROKEN
#define DRAW memory_order_relaxed
#else
#define DRAW memory_order_release
#endif

typedef struct {
  atomic_int back;
  atomic_int items[ITEMS];  // the value and 1; 0: nothing
} queue_t;

void enqueue(queue_t *queue, int value) {
  int place = atomic_fetch_add_explicit(&queue->back, 1, DRAW);
  assert(place < ITEMS);
  atomic_store_explicit(&queue->items[place], value + 1, memory_order_release);
}

static int swap_out(atomic_int *item) {
#ifdef BROKEN_SWAP
  int value = atomic_load_explicit(item, memory_order_acquire);
  if (value != 0) atomic_store_explicit(item, 0, memory_order_relaxed);
  return value;
#else
  return atomic_exchange_explicit(item, 0, memory_order_acquire);
#endif
}

int dequeue(queue_t *queue) {
  for (;;) {
#ifdef BROKEN_RANGE
    int range = ITEMS;
#else
    int range = atomic_load_explicit(&queue->back, memory_order_acquire);
#endif
    for (int i = 0; i < range; i++) {
      int value = swap_out(&queue->items[i]);
      if (value != 0) return value - 1;
    }
  }
}
