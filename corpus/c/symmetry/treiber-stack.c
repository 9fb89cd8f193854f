//@ about: R. K. Treiber's stack (Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986) with the clients of clients.h;
//@   treiber in §4.2 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024.
//@   What is left in the end is freed, removed nodes are not. With BROKEN an insertion publishes its node relaxed.
//@   REUSE: a failed compare-exchange has read the top, which is not loaded again. WEAK: the compare-exchange may fail spuriously.
//@ why: All changes of top are rmws, hence in the release sequences of all insertions before: who reads top with acquire knows the nodes
//@   below. Count: with one thread of each, the taker finds the stack empty or not: 2. With two insertions and a taker, this
//@   comes before them, and they have two orders; or it comes last, after either order; or between them, and the second insertion has
//@   loaded the empty top from before the first one or from after the taker: 2 + 2 + 2 * 2, half as many classes. BROKEN: the taker reads the node
//@   unordered under RC11; the models without relaxed accesses do not observe.
//@   REUSE, WEAK: a failure leaves a thread where loading the top would, so the numbers are the same.
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
//@ all [-DREUSE]: verified executions=2 leak
//@ all [-DREUSE -DN=3]: verified executions=8 leak
//@ all [-DREUSE -DN=3 --symmetry]: verified executions=4 leak
//@ all [-DREUSE -DWEAK -DN=3]: verified executions=8 leak
//@ all [-DREUSE -DWEAK -DN=3 --symmetry]: verified executions=4 leak
//@ all [-DREUSE -DWEAK -DEMPTY]: verified leak
//@ rc11 [-DREUSE -DBROKEN]: error data-race
//@ rc11 [-DREUSE -DWEAK -DBROKEN -DEMPTY --symmetry]: error data-race leak
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;

static void insert(int value) {
  struct node *node = malloc(sizeof *node), *first;
  node->value = value;
#ifdef REUSE
  first = atomic_load_explicit(&top, memory_order_relaxed);
  do node->next = first;
  while (!compare_exchange(&top, &first, node, PUBLISH, memory_order_relaxed));
#else
  do {
    first = atomic_load_explicit(&top, memory_order_relaxed);
    node->next = first;
  } while (!compare_exchange(&top, &first, node, PUBLISH, memory_order_relaxed));
#endif
}

static bool take(int *value) {
  struct node *first;
#ifdef REUSE
  first = atomic_load_explicit(&top, memory_order_acquire);
  do {
    if (first == NULL) return false;
  } while (!compare_exchange(&top, &first, first->next, memory_order_relaxed, memory_order_acquire));
#else
  do {
    first = atomic_load_explicit(&top, memory_order_acquire);
    if (first == NULL) return false;
  } while (!compare_exchange(&top, &first, first->next, memory_order_relaxed, memory_order_relaxed));
#endif
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
