//@ about: A stack of R. K. Treiber (Systems programming: coping with parallelism, IBM RJ 5118,
//@   1986) as an implementation of the specification bag. Nodes come from malloc and are never
//@   freed, since others may still look at them. BROKEN: putting does not release. BROKEN_LOST: a
//@   put that has linked its node stores the top. BROKEN_TOP: a take whose compare-exchange fails
//@   takes the next node.
//@ why: A compare-exchange of the top takes the node which it replaces, and addresses do not come
//@   back. BROKEN: a node is read before it is written, a data race under RC11 and C++20.
//@   BROKEN_LOST: of two nodes that are linked to the same one the first is lost, and a take waits
//@   for ever. BROKEN_TOP: a thread takes a node that another one has taken meanwhile. Both under
//@   every model.
//@ implements: bag
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_LOST]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TOP --calls 3 --messages 0]: error
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BROKEN
#define PUSH memory_order_relaxed
#else
#define PUSH memory_order_release
#endif

struct node {
  int value;
  struct node *next;
};

typedef struct {
  _Atomic(struct node *) top;
} bag_t;

void bag_put(bag_t *bag, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&bag->top, memory_order_relaxed);
#ifdef BROKEN_LOST
  atomic_store_explicit(&bag->top, node, PUSH);
#else
  while (!atomic_compare_exchange_weak_explicit(&bag->top, &node->next, node, PUSH,
                                                memory_order_relaxed)) {
  }
#endif
}

int bag_try_take(bag_t *bag) {
  struct node *node = atomic_load_explicit(&bag->top, memory_order_acquire);
#ifdef BROKEN_TOP
  if (node == NULL) return -1;
  struct node *expected = node;
  if (!atomic_compare_exchange_strong(&bag->top, &expected, node->next)) {
    // Somebody else has taken it, so the one behind is the first.
    node = node->next;
    if (node == NULL) return -1;
    atomic_store(&bag->top, node->next);
  }
#else
  while (node != NULL &&
         !atomic_compare_exchange_weak_explicit(&bag->top, &node, node->next, memory_order_acquire,
                                                memory_order_acquire)) {
  }
  if (node == NULL) return -1;
#endif
  return node->value;
}

int bag_take(bag_t *bag) {
  int value;
  while ((value = bag_try_take(bag)) == -1) {
  }
  return value;
}
