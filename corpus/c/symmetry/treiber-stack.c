//@ about: R. K. Treiber's stack (Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986) with the clients of clients.h;
//@   treiber in §4.2 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024.
//@   What is left in the end is freed, removed nodes are not. With BROKEN an insertion publishes its node relaxed.
//@ why: All changes of top are rmws, hence in the release sequences of all insertions before: who reads top with acquire knows the nodes
//@   below. Count: with one thread of each, the taker finds the stack empty or not: 2. With two insertions and a taker, this
//@   comes before them, and they have two orders; or it comes last, after either order; or between them, and the second insertion has
//@   loaded the empty top from before the first one or from after the taker: 2 + 2 + 2 * 2, half as many classes. BROKEN: the taker reads the node
//@   unordered under RC11; the models without relaxed accesses do not observe.
//@ all: verified executions=2 leak
//@ all [-DN=3]: verified executions=8 leak
//@ all [-DN=3 --symmetry]: verified executions=4 leak
//@ all [-DN=4 --symmetry]: verified leak
//@ all [-DEMPTY]: verified leak
//@ rc11 [-DEMPTY -DN=3 --symmetry]: verified leak
//@ rc11 [-DORDER]: verified leak
//@ sc,tso,pso,ra [-DBROKEN]: verified executions=2 leak
//@ rc11 [-DBROKEN]: error data-race
//@ rc11 [-DBROKEN -DEMPTY --symmetry]: error data-race leak
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;

static void insert(int value) {
  struct node *node = malloc(sizeof *node), *first;
  node->value = value;
  do {
    first = atomic_load_explicit(&top, memory_order_relaxed);
    node->next = first;
  } while (!atomic_compare_exchange_strong_explicit(&top, &first, node, PUBLISH, memory_order_relaxed));
}

static bool take(int *value) {
  struct node *first;
  do {
    first = atomic_load_explicit(&top, memory_order_acquire);
    if (first == NULL) return false;
  } while (!atomic_compare_exchange_strong_explicit(&top, &first, first->next, memory_order_relaxed,
                                                    memory_order_relaxed));
  *value = first->value;
  return true;
}

static void free_rest(void) {
  struct node *node = atomic_load_explicit(&top, memory_order_relaxed);
  while (node != NULL) {
    struct node *next = node->next;
    free(node);
    node = next;
  }
}

#define CLEAN_UP free_rest
#define LIFO
#include "clients.h"
