//@ about: The CLH queue lock (Craig, Building FIFO and priority-queuing spin locks from atomic
//@   swap, 1993; Magnusson, Landin and Hagersten, IPPS 1994) as an implementation of the
//@   specification mutex. The lock keeps the holder's node, so that its functions take the lock
//@   only (Scott, Shared-Memory Synchronization, 2013, section 4.3.2). A thread frees its
//@   predecessor's node. BROKEN: joining the line does not release. BROKEN_FREE: the holder frees
//@   its own node when it leaves.
//@ why: Each node is waited on by the thread that the exchange gave it to, which has acquired the
//@   mark that the node is held; when that one is gone, nobody else looks at the node. BROKEN:
//@   under RC11 and C++20 the successor uses a node whose allocation does not happen before. In the
//@   other models an rmw orders all that is before it. BROKEN_FREE: the successor looks at a node
//@   that is no more.
//@ implements: mutex
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_FREE]: error
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef BROKEN
#define JOIN memory_order_acquire
#else
#define JOIN memory_order_acq_rel
#endif

struct node {
  atomic_bool held;
};

typedef struct {
  _Atomic(struct node *) tail;
  struct node *holder;  // the holder's alone
} lock_t;

static struct node *make_node(bool held) {
  struct node *node = malloc(sizeof *node);
  atomic_init(&node->held, held);
  return node;
}

void lock_init(lock_t *lock) {
  atomic_init(&lock->tail, make_node(false));
}

void lock_acquire(lock_t *lock) {
  struct node *node = make_node(true);
  struct node *previous = atomic_exchange_explicit(&lock->tail, node, JOIN);
  while (atomic_load_explicit(&previous->held, memory_order_acquire)) {
  }
#ifndef BROKEN_FREE
  free(previous);
#endif
  lock->holder = node;
}

void lock_release(lock_t *lock) {
  struct node *node = lock->holder;
  atomic_store_explicit(&node->held, false, memory_order_release);
#ifdef BROKEN_FREE
  free(node);
#endif
}
