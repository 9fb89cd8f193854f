//@ about: D. Vyukov's bounded queue for several producers and consumers (1024cores.net, 2010) as an
//@   implementation of the specification queue: calls that wait. A cell's number says whose turn it
//@   is; it is kept relative to the cell, so that a queue of zeros is an empty one. TRY: there is
//@   try_dequeue, too. BROKEN: a cell is handed over without a release. BROKEN_POSITION: a producer
//@   takes its position with a store. BROKEN_FULL: a producer does not wait for the cell to be
//@   empty.
//@ why: The compare-exchange gives each position to one thread, and numbers hand a cell from its
//@   producer to its consumer, and to the producer of the next lap. TRY is wrong: a producer that
//@   has its position and has not filled its cell hides later items, so a thread that has put an
//@   item in and then tries finds nothing, under every model. BROKEN: a value is read before it is
//@   written, a data race under RC11 and C++20. BROKEN_POSITION: two producers fill one cell, under
//@   every model. BROKEN_FULL: with CELLS=1 and two items the first is overwritten, or its reading
//@   races.
//@ implements: queue
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DTRY]: error
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_POSITION]: error
#include <stdatomic.h>

#ifndef CELLS
#define CELLS 4
#endif
#ifdef BROKEN
#define HAND_OVER memory_order_relaxed
#else
#define HAND_OVER memory_order_release
#endif

struct cell {
  atomic_uint number;  // less the index of the cell
  int value;
};

typedef struct {
  struct cell cells[CELLS];
  atomic_uint put_position, take_position;
} queue_t;

/* Whether the position belongs to the caller now. */
static int claim(atomic_uint *position, unsigned seen) {
#ifdef BROKEN_POSITION
  atomic_store_explicit(position, seen + 1, memory_order_relaxed);
  return 1;
#else
  return atomic_compare_exchange_strong_explicit(position, &seen, seen + 1, memory_order_relaxed,
                                                 memory_order_relaxed);
#endif
}

/* Waits until the cell at the position has the number, and takes the position. */
static unsigned wait_and_claim(queue_t *queue, atomic_uint *position, unsigned offset) {
  for (;;) {
    unsigned seen = atomic_load_explicit(position, memory_order_relaxed);
    struct cell *cell = &queue->cells[seen % CELLS];
    unsigned number = atomic_load_explicit(&cell->number, memory_order_acquire) + seen % CELLS;
#ifdef BROKEN_FULL
    if (offset == 0) number = seen;
#endif
    if (number == seen + offset && claim(position, seen)) return seen;
  }
}

static int take_from(queue_t *queue, unsigned position) {
  struct cell *cell = &queue->cells[position % CELLS];
  int value = cell->value;
  unsigned next_lap = position + CELLS;
  atomic_store_explicit(&cell->number, next_lap - position % CELLS, HAND_OVER);
  return value;
}

void enqueue(queue_t *queue, int value) {
  unsigned position = wait_and_claim(queue, &queue->put_position, 0);
  struct cell *cell = &queue->cells[position % CELLS];
  cell->value = value;
  atomic_store_explicit(&cell->number, position + 1 - position % CELLS, HAND_OVER);
}

int dequeue(queue_t *queue) {
  return take_from(queue, wait_and_claim(queue, &queue->take_position, 1));
}

#ifdef TRY
int try_dequeue(queue_t *queue) {
  for (;;) {
    unsigned seen = atomic_load_explicit(&queue->take_position, memory_order_relaxed);
    struct cell *cell = &queue->cells[seen % CELLS];
    unsigned number = atomic_load_explicit(&cell->number, memory_order_acquire) + seen % CELLS;
    if ((int)(number - (seen + 1)) < 0) return -1;
    if (number == seen + 1 && claim(&queue->take_position, seen)) return take_from(queue, seen);
  }
}
#endif
