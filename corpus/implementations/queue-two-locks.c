//@ about: The two-lock queue of M. M. Michael and M. L. Scott (PODC 1996), with POSIX mutexes and
//@   an array of nodes, as an implementation of the specification queue. At most NODES items are
//@   ever put in. BROKEN: linking a node does not release. BROKEN_RACE: the link is no atomic
//@   variable. BROKEN_EMPTY: a dequeue looks before it locks, and not again.
//@ why: Enqueues have one lock and dequeues the other. They meet at the node that is both the first
//@   and the last one: its link, which the enqueue releases and the dequeue acquires. BROKEN: the
//@   value is read before it is written, a data race under RC11 and C++20. BROKEN_RACE: a data race
//@   under every model. BROKEN_EMPTY: two threads see the only item, and the second one takes what
//@   is not there.
//@ implements: queue
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_RACE]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_EMPTY]: error
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef NODES
#define NODES 8
#endif
#ifdef BROKEN
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

#ifdef BROKEN_RACE
typedef int link_t;
#define READ(link) (*(link))
#define WRITE(link, node) (*(link) = (node))
#else
typedef atomic_int link_t;
#define READ(link) atomic_load_explicit(link, memory_order_acquire)
#define WRITE(link, node) atomic_store_explicit(link, node, LINK)
#endif

struct node {
  int value;
  link_t next;  // 0: none
};

typedef struct {
  pthread_mutex_t head_lock, tail_lock;
  int head, tail;  // node 0 is the first dummy
  struct node nodes[NODES + 1];
} queue_t;

void enqueue(queue_t *queue, int value) {
  pthread_mutex_lock(&queue->tail_lock);
  int node = queue->tail + 1;  // nodes are used in the order of the queue
  assert(node <= NODES);
  queue->nodes[node].value = value;
  WRITE(&queue->nodes[queue->tail].next, node);
  queue->tail = node;
  pthread_mutex_unlock(&queue->tail_lock);
}

int try_dequeue(queue_t *queue) {
  int value = -1;
#ifdef BROKEN_EMPTY
  pthread_mutex_lock(&queue->head_lock);
  int is_empty = READ(&queue->nodes[queue->head].next) == 0;
  pthread_mutex_unlock(&queue->head_lock);
  if (is_empty) return -1;
#endif
  pthread_mutex_lock(&queue->head_lock);
  int next = READ(&queue->nodes[queue->head].next);
#ifdef BROKEN_EMPTY
  value = queue->nodes[next].value;
  queue->head = next;
#else
  if (next != 0) {
    value = queue->nodes[next].value;
    queue->head = next;
  }
#endif
  pthread_mutex_unlock(&queue->head_lock);
  return value;
}

int dequeue(queue_t *queue) {
  int value;
  while ((value = try_dequeue(queue)) == -1) {
  }
  return value;
}
