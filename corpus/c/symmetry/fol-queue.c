//@ about: The queue of D. Fober, Y. Orlarey and S. Letz (Optimised Lock-Free FIFO Queue, GRAME, 2001) with the clients of clients.h;
//@   folqueue in §4.2 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and Partial Order
//@   Reduction, PLDI 2024. A removal gives the cell itself. So that there always is one left, a dummy goes round: whoever
//@   removes it inserts another one. (The published algorithm inserts the same one, and has counters beside
//@   its pointers against ABA; here no cell is used twice.) Each thread has a place where it disposes of what it
//@   took. With BROKEN the compare-exchange that links a cell is relaxed.
//@ why: As for ms-queue.c, and: a removal that finds a single cell gives up. That may be a value while the dummy is with another
//@   thread; but that one is about to remove a value, too, so if each has inserted one before, there are two. BROKEN: nothing orders
//@   the initialisation of a cell before its reader if that one moves the tail itself.
//@   Count: as for ms-queue.c of threads that only insert. One thread of each: the taker finds the queue empty, or takes the dummy,
//@   inserts another one and takes the value: 2.
//@ all: verified executions=2
//@ all [-DTAKERS=0]: verified executions=2
//@ all [-DTAKERS=0 --symmetry]: verified executions=1
//@ all [-DN=3 -DTAKERS=0]: verified executions=6
//@ all [-DN=3 -DTAKERS=0 --symmetry]: verified executions=1
//@ all [-DN=4 -DTAKERS=0 --symmetry]: verified executions=1
//@ all [-DTAKERS=0 --no-helping]: verified executions=6
//@ all [-DTAKERS=0 --no-helping --symmetry]: verified executions=3
//@ all [-DN=3]: verified
//@ all [-DN=4 --symmetry]: verified
//@ all [-DN=3 --no-helping]: verified
//@ all [-DEMPTY]: verified
//@ rc11 [-DEMPTY -DN=3 --symmetry]: verified
//@ all [-DEMPTY --no-helping --symmetry]: verified
//@ rc11 [-DORDER]: verified
//@ rc11 [-DORDER -DN=1 --no-helping]: verified
//@ sc,tso,pso,ra [-DBROKEN]: verified
//@ rc11 [-DBROKEN]: error annotation
//@ rc11 [-DBROKEN --no-helping]: error data-race
//@ rc11 [-DBROKEN -DEMPTY --no-helping --symmetry]: error data-race
#include <porf.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef BROKEN
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

#define DUMMY 0  // the value of a cell that is there so that the queue is never without one

struct cell {
  int value;
  _Atomic(struct cell *) next;
};

static struct cell first_dummy = {.value = DUMMY};
static _Atomic(struct cell *) head = &first_dummy;
static _Atomic(struct cell *) tail = &first_dummy;

#ifndef N
#define N 2
#endif
static struct cell *disposed[N + 2];             // a place for each thread, where it puts the cell that it took last
static _Thread_local struct cell **disposed_of;  // the place of this thread

static void enter(void *place) {
  disposed_of = place;
}
#define PLACE(thread) &disposed[thread]

static struct cell *read_pointer(_Atomic(struct cell *) *pointer) {
  return atomic_load_explicit(pointer, memory_order_acquire);
}

// The last step of an insertion, which whoever finds the tail behind may take.
static void advance_tail(struct cell *last, struct cell *next) {
  atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
}

static void insert(int value) {
  struct cell *cell = malloc(sizeof *cell);
  cell->value = value;
  atomic_init(&cell->next, NULL);
  while (true) {
    struct cell *last = read_pointer(&tail), *next = NULL;
    if (atomic_compare_exchange_strong_explicit(&last->next, &next, cell, LINK, memory_order_acquire)) {
      porf_main(advance_tail, last, cell);
      return;
    }
    porf_help(advance_tail, last, next);
  }
}

// The cell that comes first, which is nobody else's from then on. The last one stays.
static struct cell *take_cell(void) {
  while (true) {
    struct cell *first = read_pointer(&head);
    struct cell *next = read_pointer(&first->next);
    if (first != read_pointer(&head)) continue;
    if (first == read_pointer(&tail)) {
      if (next == NULL) return NULL;
      porf_help(advance_tail, first, next);
    } else if (next != NULL && atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release,
                                                                       memory_order_relaxed)) {
      return first;
    }
  }
}

static bool take(int *value) {
  struct cell *cell;
  while ((cell = take_cell()) != NULL) {
    *value = cell->value;
    *disposed_of = cell;
    if (*value != DUMMY) return true;
    insert(DUMMY);
  }
  return false;
}

#include "clients.h"
