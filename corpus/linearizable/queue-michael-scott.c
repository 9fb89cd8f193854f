//@ about: The queue of M. M. Michael and M. L. Scott (PODC 1996) as published: nodes are used
//@   again, and every pointer has a count of its changes beside it. To be compared with
//@   spec-queue.c. A thread keeps the first node that it has taken out for a later item. BROKEN: a
//@   node is linked with a store, which can lose an item. BROKEN_VALUE: the value is read after the
//@   head has been moved. BROKEN_ORDER: linking a node does not release.
//@ why: Links form one chain, and each link and each move of the head happens after all before. A
//@   dequeue that finds nothing has read the head and that nothing is linked to it, so it comes
//@   between the two, also under weak models. BROKEN: two threads link to one node. BROKEN_VALUE:
//@   the node is taken out and used again before its value is read: two items, one dequeue beside a
//@   dequeue and an enqueue. Both under every model. BROKEN_ORDER: an item is seen before its
//@   value, or its old link, under RC11 and C++20.
//@ linearizable: spec-queue.c
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --messages 0]: error
//@ sc,tso,ra [-DBROKEN_ORDER --messages 0]: holds
//@ rc11,cpp20 [-DBROKEN_ORDER --messages 0]: error
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef NODES
#define NODES 8
#endif
#ifdef BROKEN_ORDER
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
  atomic_int value;
  atomic_uint next;  // 0 in the lowest 8 bits: none
};

typedef struct {
  atomic_uint head, tail;  // a node in the lowest 8 bits, and a count above; node 0 is the dummy
  atomic_uint used;
  struct node nodes[NODES + 1];
} queue_t;

static _Thread_local unsigned spare;  // a node of this thread's; 0: none

static unsigned read_pointer(atomic_uint *pointer) {
  return atomic_load_explicit(pointer, memory_order_acquire);
}

/* Replaces the node, and counts. */
static bool change(atomic_uint *pointer, unsigned from, unsigned node) {
  unsigned to = from - from % 256 + 256 + node;
  return atomic_compare_exchange_strong_explicit(pointer, &from, to, LINK, memory_order_relaxed);
}

static unsigned get_node(queue_t *queue) {
  unsigned node = spare;
  spare = 0;
  if (node == 0) node = atomic_fetch_add_explicit(&queue->used, 1, memory_order_relaxed) + 1;
  assert(node <= NODES);
  return node;
}

void enqueue(queue_t *queue, int value) {
  unsigned node = get_node(queue);
  atomic_store_explicit(&queue->nodes[node].value, value, memory_order_relaxed);
  unsigned old = atomic_load_explicit(&queue->nodes[node].next, memory_order_relaxed);
  atomic_store_explicit(&queue->nodes[node].next, old - old % 256 + 256, memory_order_relaxed);
  for (;;) {
    unsigned tail = read_pointer(&queue->tail);
    atomic_uint *link = &queue->nodes[tail % 256].next;
    unsigned next = read_pointer(link);
    if (tail != read_pointer(&queue->tail)) continue;
    if (next % 256 != 0) {
      change(&queue->tail, tail, next % 256);
      continue;
    }
#ifdef BROKEN
    atomic_store_explicit(link, next - next % 256 + 256 + node, LINK);
#else
    if (!change(link, next, node)) continue;
#endif
    change(&queue->tail, tail, node);
    return;
  }
}

int try_dequeue(queue_t *queue) {
  for (;;) {
    unsigned head = read_pointer(&queue->head);
    unsigned tail = read_pointer(&queue->tail);
    unsigned next = read_pointer(&queue->nodes[head % 256].next) % 256;
    if (head != read_pointer(&queue->head)) continue;
    if (next == 0) return -1;
    if (head % 256 == tail % 256) {
      change(&queue->tail, tail, next);
      continue;
    }
    // Before the head is moved: then the node may be taken out, and used again.
    atomic_int *item = &queue->nodes[next].value;
    int value = atomic_load_explicit(item, memory_order_relaxed);
    if (!change(&queue->head, head, next)) continue;
#ifdef BROKEN_VALUE
    value = atomic_load_explicit(item, memory_order_relaxed);
#endif
    if (spare == 0) spare = head % 256;  // the node 0 is never used again
    return value;
  }
}
