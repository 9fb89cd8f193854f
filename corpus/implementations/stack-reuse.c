//@ about: Treiber's stack with an array of nodes that are used again, and a number beside the top
//@   that counts pops (IBM System/370 Principles of Operation, 1983, appendix A, on the ABA
//@   problem), as an implementation of the specification stack. A thread keeps the first node that
//@   it has popped for a later push. At most NODES nodes are in use. BROKEN: the number is not
//@   counted up: ABA. BROKEN_ORDER: a push does not release.
//@ why: If the number is as it was, nothing has been popped since the top was read, so the node
//@   behind is still that. BROKEN: a thread reads the top and the node behind; another one pops
//@   both, and pushes the first node again; the compare-exchange succeeds, and a node is on the
//@   stack that was popped. Two items first, then a pop beside two pops and a push, and at last a
//@   pop that should find nothing; under every model. BROKEN_ORDER: a data race under RC11 and
//@   C++20.
//@ implements: stack
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra [-DBROKEN_ORDER]: holds
//@ rc11,cpp20 [-DBROKEN_ORDER]: error
#include <assert.h>
#include <stdatomic.h>

#ifndef NODES
#define NODES 8
#endif
#ifdef BROKEN
#define COUNT 0
#else
#define COUNT 256
#endif
#ifdef BROKEN_ORDER
#define PUSH memory_order_relaxed
#else
#define PUSH memory_order_release
#endif

struct node {
  int value;
  atomic_uint next;
};

typedef struct {
  atomic_uint top;  // the node, from 1 on, in the lowest 8 bits, and the number above; 0: empty
  atomic_uint used;
  struct node nodes[NODES + 1];
} lifo_t;

static _Thread_local unsigned spare;  // a node of this thread's; 0: none

static unsigned get_node(lifo_t *stack) {
  unsigned node = spare;
  spare = 0;
  if (node == 0) node = atomic_fetch_add_explicit(&stack->used, 1, memory_order_relaxed) + 1;
  assert(node <= NODES);
  return node;
}

void push(lifo_t *stack, int value) {
  unsigned node = get_node(stack);
  stack->nodes[node].value = value;
  unsigned top = atomic_load_explicit(&stack->top, memory_order_relaxed);
  do {
    atomic_store_explicit(&stack->nodes[node].next, top % 256, memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&stack->top, &top, top - top % 256 + node, PUSH,
                                                  memory_order_relaxed));
}

int try_pop(lifo_t *stack) {
  unsigned top = atomic_load_explicit(&stack->top, memory_order_acquire);
  unsigned node, next;
  do {
    node = top % 256;
    if (node == 0) return -1;
    next = atomic_load_explicit(&stack->nodes[node].next, memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&stack->top, &top, top - node + COUNT + next,
                                                  memory_order_acq_rel, memory_order_acquire));
  int value = stack->nodes[node].value;
  if (spare == 0) spare = node;
  return value;
}

int pop(lifo_t *stack) {
  int value;
  while ((value = try_pop(stack)) == -1) {
  }
  return value;
}
