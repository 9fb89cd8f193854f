//@ about: The lock-free list of T. L. Harris (A pragmatic implementation of non-blocking
//@   linked-lists, DISC 2001) with the unlinking of M. M. Michael (High performance dynamic
//@   lock-free hash tables and list-based sets, SPAA 2002), to be compared with spec-set.c. A
//@   removal marks the link of its node and then unlinks it. Nodes are never freed. BROKEN: a
//@   removal does not mark. BROKEN_MARK: the mark is stored after a look. BROKEN_ORDER: the
//@   accesses acquire and release, but are not seq_cst.
//@ why: The mark makes an insertion behind a removed node fail. Everything is seq_cst, so the
//@   argument for interleavings holds. BROKEN: a key hangs on a removed node: with key 1 there, a
//@   removal of it beside an add of 2 and contains of 2; under every model. BROKEN_MARK: two
//@   threads remove one key, under every model. BROKEN_ORDER: with keys 1 and 2 there, one thread
//@   adds 0 and looks for 3, another one adds 3 and looks for 0, and both find nothing: under RA,
//@   RC11 and C++20. On TSO a compare-exchange empties the buffer.
//@ linearizable: spec-set.c
//@ sc,tso,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_MARK --messages 0]: error
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef BROKEN_ORDER
#define READ memory_order_acquire
#define CHANGE memory_order_acq_rel
#else
#define READ memory_order_seq_cst
#define CHANGE memory_order_seq_cst
#endif

struct node {
  int key;
  atomic_uintptr_t next;  // the lowest bit is the mark: this node is removed
};

typedef struct {
  atomic_uintptr_t first;
} set_t;

static struct node *node_of(uintptr_t link) {
  return (struct node *)(link & ~(uintptr_t)1);
}

static bool change(atomic_uintptr_t *link, uintptr_t from, uintptr_t to) {
  return atomic_compare_exchange_strong_explicit(link, &from, to, CHANGE, READ);
}

/* The link to the first node whose key is not less, and that node. Unlinks removed nodes. */
static atomic_uintptr_t *find(set_t *set, int key, struct node **node) {
restart:;
  atomic_uintptr_t *link = &set->first;
  *node = node_of(atomic_load_explicit(link, READ));
  while (*node != NULL) {
    uintptr_t next = atomic_load_explicit(&(*node)->next, READ);
    if (next & 1) {
      if (!change(link, (uintptr_t)*node, next - 1)) goto restart;
    } else {
      if ((*node)->key >= key) break;
      link = &(*node)->next;
    }
    *node = node_of(next);
  }
  return link;
}

int set_contains(set_t *set, int key) {
  struct node *node;
  find(set, key, &node);
  return node != NULL && node->key == key;
}

int set_add(set_t *set, int key) {
  struct node *new = malloc(sizeof *new), *node;
  new->key = key;
  for (;;) {
    atomic_uintptr_t *link = find(set, key, &node);
    if (node != NULL && node->key == key) {
      free(new);
      return 0;
    }
    atomic_init(&new->next, (uintptr_t)node);
    if (change(link, (uintptr_t)node, (uintptr_t)new)) return 1;
  }
}

int set_remove(set_t *set, int key) {
  struct node *node;
  for (;;) {
    atomic_uintptr_t *link = find(set, key, &node);
    if (node == NULL || node->key != key) return 0;
    uintptr_t next = atomic_load_explicit(&node->next, READ);
    if (next & 1) continue;
#if defined(BROKEN)
    if (change(link, (uintptr_t)node, next)) return 1;
#else
#if defined(BROKEN_MARK)
    atomic_store(&node->next, next | 1);
#else
    if (!change(&node->next, next, next | 1)) continue;
#endif
    change(link, (uintptr_t)node, next);  // if this fails, somebody else unlinks the node
    return 1;
#endif
  }
}
