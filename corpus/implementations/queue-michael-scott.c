//@ about: The queue of M. M. Michael and M. L. Scott (Simple, fast, and practical non-blocking and
//@   blocking concurrent queue algorithms, PODC 1996) as an implementation of the specification
//@   queue. Nodes come from malloc and are never freed; the first dummy is a part of the queue,
//@   which null pointers stand for. BROKEN: linking a node does not release. BROKEN_LOST: a node is
//@   linked with a store. BROKEN_HEAD: a dequeue stores the head.
//@ why: A node is linked where next was null, and next is written once. Tail never falls behind
//@   head: a dequeue that finds them equal and a node behind moves the tail first. BROKEN: a node
//@   is read before it is written, a data race under RC11 and C++20. BROKEN_LOST: two threads link
//@   to one node, and an item is lost. BROKEN_HEAD: two threads take one item. Both under every
//@   model.
//@ implements: queue
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_LOST]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_HEAD]: error
#include <stdatomic.h>
#include <stdbool.h>
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

typedef struct {
  struct node dummy;
  _Atomic(struct node *) head, tail;
} queue_t;

static struct node *read_end(queue_t *queue, _Atomic(struct node *) *end) {
  struct node *node = atomic_load_explicit(end, memory_order_acquire);
  return node == NULL ? &queue->dummy : node;
}

static bool move(queue_t *queue, _Atomic(struct node *) *end, struct node *from, struct node *to) {
  if (from == &queue->dummy) from = NULL;
  return atomic_compare_exchange_strong_explicit(end, &from, to, memory_order_release,
                                                 memory_order_relaxed);
}

static bool link_behind(struct node *last, struct node *node) {
#ifdef BROKEN_LOST
  atomic_store_explicit(&last->next, node, LINK);
  return true;
#else
  struct node *nothing = NULL;
  return atomic_compare_exchange_strong_explicit(&last->next, &nothing, node, LINK,
                                                 memory_order_relaxed);
#endif
}

void enqueue(queue_t *queue, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  for (;;) {
    struct node *last = read_end(queue, &queue->tail);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next != NULL) {
      move(queue, &queue->tail, last, next);  // another enqueue is half done: help it
    } else if (link_behind(last, node)) {
      move(queue, &queue->tail, last, node);
      return;
    }
  }
}

int try_dequeue(queue_t *queue) {
  for (;;) {
    struct node *first = read_end(queue, &queue->head);
    struct node *last = read_end(queue, &queue->tail);
    struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
    if (next == NULL) return -1;
    if (first == last) {
      move(queue, &queue->tail, last, next);
      continue;
    }
#ifdef BROKEN_HEAD
    atomic_store_explicit(&queue->head, next, memory_order_release);
    return next->value;
#else
    if (move(queue, &queue->head, first, next)) return next->value;
#endif
  }
}

int dequeue(queue_t *queue) {
  int value;
  while ((value = try_dequeue(queue)) == -1) {
  }
  return value;
}
