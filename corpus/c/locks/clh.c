//@ about: The CLH queue lock (Craig, Building FIFO and priority-queuing spin locks from atomic swap,
//@   1993; Magnusson, Landin and Hagersten, IPPS 1994): a thread waits on the node of its predecessor.
//@   BROKEN: joining the line acquires but does not release.
//@ why: A thread enters when its predecessor's node, which the exchange gave to it alone, says released;
//@   that store it acquires. BROKEN: the successor gets the node without knowing that it was marked as
//@   waited for, reads the node's old contents, which say released, and enters. RC11 allows that, and the
//@   increments race. In the other models an rmw orders all that is before it, so that the mark is seen.
//@   Count: two orders of the threads; the first one's predecessor is out from the start, the second one
//@   finds its predecessor in or out: 2 executions, 2 blocked.
//@ all [--no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all: verified executions=2
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [-DBROKEN]: verified executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define JOIN memory_order_acquire
#else
#define JOIN memory_order_acq_rel
#endif

struct node {
  atomic_bool held;
};

static struct node nodes[3];                           // the last one stands for a lock that is free
static struct node *mine[2] = {&nodes[0], &nodes[1]};  // each thread's node
static _Atomic(struct node *) tail = &nodes[2];

// Returns the predecessor's node.
static struct node *lock(int me) {
  atomic_store_explicit(&mine[me]->held, true, memory_order_relaxed);
  struct node *previous = atomic_exchange_explicit(&tail, mine[me], JOIN);
  while (atomic_load_explicit(&previous->held, memory_order_acquire)) {
  }
  return previous;
}

static void unlock(int me, struct node *previous) {
  atomic_store_explicit(&mine[me]->held, false, memory_order_release);
  mine[me] = previous;  // nobody else looks at it any more
}

static int counter;  // the lock is there for this

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  struct node *previous = lock(me);
  counter++;
  unlock(me, previous);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, (void *)0);
  pthread_create(&second, NULL, worker, (void *)1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
