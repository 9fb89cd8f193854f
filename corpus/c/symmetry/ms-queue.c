//@ about: The queue of M. M. Michael and M. L. Scott (Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue
//@   Algorithms, PODC 1996) with the clients of clients.h; msqueue in §4.2 of Kokologiannakis, Marmanis and Vafeiadis, SPORE:
//@   Combining Symmetry and Partial Order Reduction, PLDI 2024. Removed nodes are not freed. With BROKEN the
//@   compare-exchange that links a node is relaxed.
//@ why: What is taken was inserted, in that order, and whoever has inserted something does not find the queue empty unless somebody
//@   else has taken it. A node is reached through the next of its predecessor, read with acquire from the releasing link. That the
//@   tail is moved on by its owner or by others makes no difference: they do the same compare-exchange, the link comes
//@   before it, helpers have acquired that, and the tail is never the same again. BROKEN: nothing orders the
//@   initialisation of a node before its reader if that one moves the tail itself.
//@   Count: of threads that only insert, the next one finds the new tail, or, if it looks too early, waits for it; an execution is
//@   their order, and there is 1 class. Without helping, with two threads, the second one finds the tail moved on by the
//@   first one; or moves it on itself, and the first one fails to, because of that or of the tail after it: 2 * 3.
//@   One thread of each: the taker reads the old tail and no node behind it, and ends; or the node, and waits; or the new tail: 2, and 1
//@   blocked. Without helping it moves the tail itself, unless the other thread has done so meanwhile: 3, and 1 blocked.
//@   I threads insert, T take, up to symmetry: whoever takes reads head and tail, and if it goes by the order in which that was, each reads the
//@   tail that the one before has read or a later one. These are T of I + 1 tails, in order, and determine who finds nothing:
//@   C(I + T, T). With EMPTY every operation ends with a change of head or tail that the next one finds, so that an execution is
//@   an order of all in which threads insert before they take: (2N)! / 2^N, and up to symmetry (2N - 1)!!.
//@   STRONG: a node is initialised by a seq_cst store before it is published, which adds nothing to the order of seq_cst events.
//@ all: verified executions=2 blocked=1
//@ all [--no-helping]: verified executions=3 blocked=1
//@ all [-DTAKERS=0]: verified executions=2
//@ all [-DTAKERS=0 --symmetry]: verified executions=1
//@ all [-DN=3 -DTAKERS=0]: verified executions=6
//@ all [-DN=3 -DTAKERS=0 --symmetry]: verified executions=1
//@ all [-DN=4 -DTAKERS=0 --symmetry]: verified executions=1
//@ all [-DTAKERS=0 --no-helping]: verified executions=6
//@ all [-DTAKERS=0 --no-helping --symmetry]: verified executions=3
//@ all [-DN=3]: verified
//@ all [-DN=3 --symmetry]: verified executions=3
//@ all [-DN=4 --symmetry]: verified executions=6
//@ all [-DN=5 --symmetry]: verified executions=10
//@ all [-DN=5 -DTAKERS=3 --symmetry]: verified executions=10
//@ all [-DN=3 --no-helping]: verified
//@ all [-DEMPTY]: verified executions=6
//@ all [-DEMPTY --symmetry]: verified executions=3
//@ rc11 [-DEMPTY -DN=3]: verified executions=90
//@ all [-DEMPTY -DN=3 --symmetry]: verified executions=15
//@ all [-DEMPTY --no-helping --symmetry]: verified
//@ all [-DSTRONG]: verified executions=2 blocked=1
//@ all [-DSTRONG -DN=3 -DTAKERS=0]: verified executions=6
//@ all [-DSTRONG -DEMPTY --symmetry]: verified executions=3
//@ rc11 [-DSTRONG -DBROKEN --no-helping]: error data-race
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
#ifdef STRONG
  atomic_store(&node->next, NULL);
#else
  atomic_init(&node->next, NULL);
#endif
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
  while (true) {
    struct node *first = read_pointer(&head);
    struct node *last = read_pointer(&tail);
    struct node *next = read_pointer(&first->next);
    if (first != read_pointer(&head)) continue;
    if (first == last) {
      if (next == NULL) return false;
      porf_help(advance_tail, last, next);
    } else {
      int found = next->value;
      if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed)) {
        *value = found;
        return true;
      }
    }
  }
}

#include "clients.h"
