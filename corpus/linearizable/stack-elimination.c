//@ about: The stack with elimination of Hendler, Shavit and Yerushalmi (SPAA 2004), with one place,
//@   to be compared with spec-stack.c. Here a push and a pop that meet also synchronise with each
//@   other in both directions. BROKEN: a push takes its offer back with a store. BROKEN_LEAVE: a
//@   pop leaves the offer that it takes. BROKEN_EMPTY: a push that has been taken forgets that, and
//@   pushes its node.
//@ why: A push and a pop that meet stand side by side in the linearization. What is before the pop
//@   is then before all that comes after the push, which acquires the pop that took its node. The
//@   broken ones: an item is popped twice. An item that is there, a push beside two pops, and one
//@   more pop; under every model.
//@ linearizable: spec-stack.c
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

typedef struct {
  _Atomic(struct node *) top;
  _Atomic(struct node *) place;
} lifo_t;

static bool change(_Atomic(struct node *) *pointer, struct node *from, struct node *to) {
  return atomic_compare_exchange_strong_explicit(pointer, &from, to, memory_order_acq_rel,
                                                 memory_order_acquire);
}

/* Offers the node to pops. Returns whether one has taken it. */
static bool eliminate_push(lifo_t *stack, struct node *node) {
  if (!change(&stack->place, NULL, node)) return false;
#if defined(BROKEN)
  atomic_store_explicit(&stack->place, NULL, memory_order_release);
  return false;
#elif defined(BROKEN_EMPTY)
  change(&stack->place, node, NULL);
  return false;
#else
  return !change(&stack->place, node, NULL);
#endif
}

/* Takes a node that is offered; null if there is none. */
static struct node *eliminate_pop(lifo_t *stack) {
  struct node *node = atomic_load_explicit(&stack->place, memory_order_acquire);
#ifdef BROKEN_LEAVE
  return node;
#else
  return node != NULL && change(&stack->place, node, NULL) ? node : NULL;
#endif
}

void push(lifo_t *stack, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  do {
    node->next = atomic_load_explicit(&stack->top, memory_order_acquire);
    if (change(&stack->top, node->next, node)) return;
  } while (!eliminate_push(stack, node));
}

int try_pop(lifo_t *stack) {
  for (;;) {
    struct node *node = atomic_load_explicit(&stack->top, memory_order_acquire);
    if (node == NULL) return -1;
    if (change(&stack->top, node, node->next)) return node->value;
    node = eliminate_pop(stack);
    if (node != NULL) return node->value;
  }
}
