//@ about: The stack of R. K. Treiber (Systems programming: coping with parallelism, IBM RJ 5118,
//@   1986) with nodes from malloc that are never freed, as an implementation of the specification
//@   stack. BROKEN: a push does not release. BROKEN_ACQUIRE: a pop does not acquire. BROKEN_FREE: a
//@   popped node is freed. BROKEN_TEST: a push that has found the top where it was stores the new
//@   one.
//@ why: The compare-exchange of a pop replaces a node by the one behind, which never changes, and
//@   addresses do not come back. BROKEN, BROKEN_ACQUIRE: a node is read before it is written, a
//@   data race under RC11 and C++20. BROKEN_FREE: another thread reads the node. BROKEN_TEST: of
//@   two items that are pushed one is lost. Both under every model.
//@ implements: stack
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra [-DBROKEN_ACQUIRE]: holds
//@ rc11,cpp20 [-DBROKEN_ACQUIRE]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_FREE]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TEST]: error
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BROKEN
#define PUSH memory_order_relaxed
#else
#define PUSH memory_order_release
#endif
#ifdef BROKEN_ACQUIRE
#define READ_TOP memory_order_relaxed
#else
#define READ_TOP memory_order_acquire
#endif

struct node {
  int value;
  struct node *next;
};

typedef struct {
  _Atomic(struct node *) top;
} lifo_t;

void push(lifo_t *stack, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
#ifdef BROKEN_TEST
  do {
    node->next = atomic_load_explicit(&stack->top, memory_order_relaxed);
  } while (atomic_load_explicit(&stack->top, memory_order_relaxed) != node->next);
  atomic_store_explicit(&stack->top, node, PUSH);
#else
  node->next = atomic_load_explicit(&stack->top, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&stack->top, &node->next, node, PUSH,
                                                memory_order_relaxed)) {
  }
#endif
}

int try_pop(lifo_t *stack) {
  struct node *node = atomic_load_explicit(&stack->top, READ_TOP);
  while (node != NULL &&
         !atomic_compare_exchange_weak_explicit(&stack->top, &node, node->next, READ_TOP,
                                                READ_TOP)) {
  }
  if (node == NULL) return -1;
  int value = node->value;
#ifdef BROKEN_FREE
  free(node);
#endif
  return value;
}

int pop(lifo_t *stack) {
  int value;
  while ((value = try_pop(stack)) == -1) {
  }
  return value;
}
