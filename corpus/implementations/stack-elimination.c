//@ about: The stack with elimination of Hendler, Shavit and Yerushalmi (A scalable lock-free stack
//@   algorithm, SPAA 2004), with one place for elimination and without waiting there, as an
//@   implementation of the specification stack. Whoever fails at the top tries the place: a push
//@   offers its node and withdraws it, a pop takes an offer. BROKEN: an offer does not release.
//@   BROKEN_WITHDRAW: a push takes back its offer with a store. BROKEN_CLEAR: a pop that takes an
//@   offer leaves it in the place.
//@ why: A push and a pop that meet are a push and a pop right behind it. The node is either in the
//@   place, or withdrawn by its thread, or taken by one other; nodes are never used again. BROKEN:
//@   the value is read before it is written, a data race under RC11 and C++20. BROKEN_WITHDRAW: an
//@   item that was taken is pushed again. BROKEN_CLEAR: it is withdrawn by its thread and pushed,
//@   too. Both need compare-exchanges at the top that fail: an item that is there, and a push
//@   beside two pops; under every model.
//@ implements: stack
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ rc11,cpp20 [-DBROKEN_WITHDRAW --messages 0]: error
//@ rc11,cpp20 [-DBROKEN_CLEAR --messages 0]: error
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef BROKEN
#define OFFER memory_order_relaxed
#else
#define OFFER memory_order_release
#endif

struct node {
  int value;
  struct node *next;
};

typedef struct {
  _Atomic(struct node *) top;
  _Atomic(struct node *) place;
} lifo_t;

static bool change(_Atomic(struct node *) *pointer, struct node *from, struct node *to,
                   memory_order order) {
  return atomic_compare_exchange_strong_explicit(pointer, &from, to, order, memory_order_relaxed);
}

/* Offers the node to pops. Returns whether one has taken it. */
static bool eliminate_push(lifo_t *stack, struct node *node) {
  if (!change(&stack->place, NULL, node, OFFER)) return false;
#ifdef BROKEN_WITHDRAW
  atomic_store_explicit(&stack->place, NULL, memory_order_relaxed);
  return false;
#else
  return !change(&stack->place, node, NULL, memory_order_relaxed);
#endif
}

/* Takes a node that is offered; null if there is none. */
static struct node *eliminate_pop(lifo_t *stack) {
  struct node *node = atomic_load_explicit(&stack->place, memory_order_relaxed);
#ifdef BROKEN_CLEAR
  atomic_thread_fence(memory_order_acquire);
  return node;
#else
  return node != NULL && change(&stack->place, node, NULL, memory_order_acquire) ? node : NULL;
#endif
}

void push(lifo_t *stack, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  do {
    node->next = atomic_load_explicit(&stack->top, memory_order_relaxed);
    if (change(&stack->top, node->next, node, memory_order_release)) return;
  } while (!eliminate_push(stack, node));
}

int try_pop(lifo_t *stack) {
  for (;;) {
    struct node *node = atomic_load_explicit(&stack->top, memory_order_acquire);
    if (node == NULL) return -1;
    if (change(&stack->top, node, node->next, memory_order_relaxed)) return node->value;
    node = eliminate_pop(stack);
    if (node != NULL) return node->value;
  }
}

int pop(lifo_t *stack) {
  int value;
  while ((value = try_pop(stack)) == -1) {
  }
  return value;
}
