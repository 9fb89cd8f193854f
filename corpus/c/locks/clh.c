//@ about: The CLH queue lock (Craig, Building FIFO and priority-queuing spin locks from atomic swap,
//@   1993; Magnusson, Landin and Hagersten, IPPS 1994): a thread waits on the node of its predecessor.
//@   BROKEN: joining the line acquires but does not release.
//@   RELOAD, REUSE: a thread joins the line by compare-exchange, and after a failure the tail is loaded again,
//@   or the one that the failure has read is used. WEAK: the compare-exchange may fail spuriously.
//@ why: A thread enters when its predecessor's node, which the exchange gave to it alone, says released;
//@   that store it acquires. BROKEN: the successor gets the node without knowing that it was marked as
//@   waited for, reads the node's old contents, which say released, and enters. RC11 allows that, and the
//@   increments race. In the other models an rmw orders all that is before it, so that the mark is seen.
//@   Count: two orders of the threads; the first one's predecessor is out from the start, the second one
//@   finds its predecessor in or out: 2 executions, 2 blocked.
//@   RELOAD, REUSE, WEAK: no tail comes back, so a thread that joins has loaded the tail that it replaces, and a
//@   failure leaves it where loading the tail would: as many executions. N threads have N! orders.
//@ all [--no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all: verified executions=2
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [-DBROKEN]: verified executions=2
//@ all [-DN=3]: verified executions=6
//@ all [-DRELOAD]: verified executions=2
//@ all [-DRELOAD -DN=3]: verified executions=6
//@ all [-DREUSE]: verified executions=2
//@ all [-DREUSE -DN=3]: verified executions=6
//@ all [-DREUSE -DWEAK -DN=3]: verified executions=6
//@ rc11 [-DREUSE -DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DREUSE -DBROKEN]: verified executions=2
//@ rc11 [-DREUSE -DWEAK -DBROKEN]: error data-race
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

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

struct node {
  atomic_bool held;
};

#ifndef N
#define N 2
#endif

static struct node nodes[N + 1];  // the last one stands for a lock that is free
static struct node *mine[N];      // each thread's node
static _Atomic(struct node *) tail = &nodes[N];

// Puts a node at the end of the line, and returns the one before it.
static struct node *join(struct node *node) {
#if defined(RELOAD)
  struct node *previous;
  do {
    previous = atomic_load_explicit(&tail, memory_order_relaxed);
  } while (!compare_exchange(&tail, &previous, node, JOIN, memory_order_relaxed));
  return previous;
#elif defined(REUSE)
  struct node *previous = atomic_load_explicit(&tail, memory_order_relaxed);
  while (!compare_exchange(&tail, &previous, node, JOIN, memory_order_relaxed)) {
  }
  return previous;
#else
  return atomic_exchange_explicit(&tail, node, JOIN);
#endif
}

// Returns the predecessor's node.
static struct node *lock(int me) {
  atomic_store_explicit(&mine[me]->held, true, memory_order_relaxed);
  struct node *previous = join(mine[me]);
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
  pthread_t threads[N];
  for (int i = 0; i < N; i++) mine[i] = &nodes[i];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(counter == N);
  return 0;
}
