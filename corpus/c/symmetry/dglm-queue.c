//@ about: The queue of S. Doherty, L. Groves, V. Luchangco and M. Moir (Formal Verification of a Practical Lock-Free Queue
//@   Algorithm, FORTE 2004) with the clients of clients.h: as Michael and Scott's, but a removal looks at the tail only
//@   after it has moved the head. It is as in Fig. 2 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and Partial
//@   Order Reduction, PLDI 2024. Removed nodes are not freed. With BROKEN the compare-exchange that links a node is relaxed.
//@ why: As for ms-queue.c. The head may overtake the tail, which the remover then repairs; a tail behind still leads along next to
//@   the last node. BROKEN: a remover reads a value that nothing has published.
//@   Count: as for ms-queue.c of threads that only insert. One thread of each: the taker finds no node; or takes it, and then finds the
//@   tail behind or not: 3. Without helping it moves the tail or comes too late for that: 4.
//@ all: verified executions=3 blocked=0
//@ all [--no-helping]: verified executions=4 blocked=0
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
//@ rc11 [-DBROKEN]: error data-race
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

struct node {
  int value;
  _Atomic(struct node *) next;
};

static struct node dummy;
static _Atomic(struct node *) head = &dummy;
static _Atomic(struct node *) tail = &dummy;

static struct node *read_pointer(_Atomic(struct node *) *pointer) {
  return atomic_load_explicit(pointer, memory_order_acquire);
}

// The last step of an insertion, which whoever finds the tail behind may take.
static void advance_tail(struct node *last, struct node *next) {
  atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
}

static void insert(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  while (true) {
    struct node *last = read_pointer(&tail);
    struct node *next = read_pointer(&last->next);
    if (last != read_pointer(&tail)) continue;
    if (next != NULL) {
      porf_help(advance_tail, last, next);
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
      porf_main(advance_tail, last, node);
      return;
    }
  }
}

static bool take(int *value) {
  struct node *first, *next;
  do {
    first = read_pointer(&head);
    next = read_pointer(&first->next);
    if (first != read_pointer(&head)) continue;
    if (next == NULL) return false;
  } while (!atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed));
  *value = next->value;
  // Do not leave the tail behind the head.
  if (first == read_pointer(&tail)) porf_help(advance_tail, first, next);
  return true;
}

#include "clients.h"
