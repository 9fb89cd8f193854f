//@ about: The bounded queue for many producers and consumers of D. Vyukov (1024cores.net, Bounded MPMC queue): each
//@   cell has a sequence number that says whose turn it is. Two threads enqueue a value each and then try to dequeue
//@   one. With BROKEN the store of the sequence number that hands a cell over is relaxed.
//@   RELOAD: the position is loaded again
//@   after a failure. WEAK: the compare-exchange may fail spuriously.
//@ why: A dequeue after the own enqueue finds a value or finds the cell before it not yet filled by the other thread;
//@   main finds the rest, so the values add up. A thread that has to start again knows, through the sequence number
//@   it acquired or the failed compare-exchange, that the other one was there: two rounds suffice. With BROKEN the
//@   value is read unordered, and under PSO perhaps too early.
//@ all: verified
//@ sc,tso,ra [-DBROKEN]: verified
//@ pso [-DBROKEN]: error assertion
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DRELOAD]: verified
//@ all [-DWEAK]: verified
//@ all [-DRELOAD -DWEAK]: verified
//@ sc,tso,ra [-DRELOAD -DBROKEN]: verified
//@ pso [-DRELOAD -DBROKEN]: error assertion
//@ rc11 [-DRELOAD -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROKEN
#define HAND_OVER memory_order_relaxed
#else
#define HAND_OVER memory_order_release
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

#define CELLS 2u

struct cell {
  atomic_uint sequence;
  int value;
};

static struct cell cells[CELLS] = {{0, 0}, {1, 0}};
static atomic_uint enqueue_position, dequeue_position;

/* Waits for its turn in the cell of the current position: lag is 0 for an enqueue, 1 for a dequeue. NULL if the queue
   is full or empty. */
static struct cell *claim(atomic_uint *position, unsigned lag, unsigned *claimed) {
#ifdef RELOAD
  for (;;) {
    unsigned at = atomic_load_explicit(position, memory_order_relaxed);
    struct cell *cell = &cells[at % CELLS];
    unsigned sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
    int difference = (int)(sequence - (at + lag));
    if (difference < 0) return NULL;
    if (difference == 0 &&
        compare_exchange(position, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) {
      *claimed = at;
      return cell;
    }
  }
#else
  unsigned at = atomic_load_explicit(position, memory_order_relaxed);
  for (;;) {
    struct cell *cell = &cells[at % CELLS];
    unsigned sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
    int difference = (int)(sequence - (at + lag));
    if (difference < 0) return NULL;
    if (difference > 0) {
      at = atomic_load_explicit(position, memory_order_relaxed);
    } else if (compare_exchange(position, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) {
      *claimed = at;
      return cell;
    }
  }
#endif
}

static bool enqueue(int value) {
  unsigned at;
  struct cell *cell = claim(&enqueue_position, 0, &at);
  if (cell == NULL) return false;
  cell->value = value;
  atomic_store_explicit(&cell->sequence, at + 1, HAND_OVER);
  return true;
}

static bool dequeue(int *value) {
  unsigned at;
  struct cell *cell = claim(&dequeue_position, 1, &at);
  if (cell == NULL) return false;
  *value = cell->value;
  atomic_store_explicit(&cell->sequence, at + CELLS, memory_order_release);
  return true;
}

static int dequeued[2];

static void *enqueue_and_dequeue(void *argument) {
  int self = *(int *)argument;
  bool had_room = enqueue(self + 1);
  assert(had_room);
  if (dequeue(&dequeued[self])) assert(dequeued[self] != 0);
  return NULL;
}

int main(void) {
  static int zero = 0, one = 1;
  pthread_t first, second;
  pthread_create(&first, NULL, enqueue_and_dequeue, &zero);
  pthread_create(&second, NULL, enqueue_and_dequeue, &one);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  int sum = dequeued[0] + dequeued[1], rest;
  while (dequeue(&rest)) sum += rest;
  assert(sum == 3);
}
