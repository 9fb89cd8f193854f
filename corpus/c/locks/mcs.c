//@ about: The MCS queue lock (Mellor-Crummey and Scott, Algorithms for scalable synchronization on
//@   shared-memory multiprocessors, TOCS 1991, section 2.4). BROKEN: handing the lock over does not
//@   release.
//@   RELOAD, REUSE: a thread joins the line by compare-exchange, and after a failure the tail is loaded again,
//@   or the one that the failure has read is used. WEAK: the compare-exchange may fail spuriously.
//@   LEAVE_IN_LOOP: a thread that leaves tries until nobody waits or whoever waits has told it. INITIALISED: the node
//@   is initialised, which is no atomic access, before the thread joins the line.
//@ why: The exchange of the tail puts the threads in a line. A thread enters when the line was empty,
//@   having read the tail that the last holder released, or when its predecessor says so, by a release
//@   store that it acquires. BROKEN: under RC11 the hand-over does not synchronise, so the increments
//@   race. Under PSO the relaxed hand-over overtakes the increment, which then gets lost. SC, TSO and RA
//@   are as strong without the release. Count: two orders of the threads. The second one finds the line
//@   empty: 1. Or the first one learns of it at once, or after its compare-exchange has failed: 2, and
//@   with either the second one may still wait: 2 blocked. Or both wait, the first one to be told who
//@   comes next: 1 more.
//@   RELOAD, REUSE, WEAK: a failure leaves a thread where loading the tail would. An empty line comes back: the
//@   second thread may have loaded that of the beginning or that which the first one left: 1 more in either
//@   order. LEAVE_IN_LOOP: the first thread finds the line empty, or learns of the second one; that it has tried
//@   before is as if it had not: 2 in either order, and 3 with RELOAD and REUSE.
//@ all [--no-awaits --no-loop-purity]: verified executions=6 blocked=6
//@ all: verified executions=6
//@ all [-DN=3]: verified
//@ rc11 [-DN=4]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ rc11 [-DN=3 -DBROKEN]: error data-race
//@ pso [-DBROKEN]: error assertion
//@ sc,tso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=6 blocked=6
//@ sc,tso,ra [-DBROKEN]: verified executions=6
//@ all [-DINITIALISED --engine graph]: verified executions=6 blocked=0
//@ rc11 [-DINITIALISED -DBROKEN]: error data-race
//@ all [-DRELOAD]: verified executions=8
//@ all [-DREUSE]: verified executions=8
//@ all [-DREUSE -DWEAK]: verified executions=8
//@ all [-DREUSE -DN=3]: verified
//@ all [-DLEAVE_IN_LOOP]: verified executions=4
//@ all [-DLEAVE_IN_LOOP -DWEAK]: verified executions=4
//@ all [-DLEAVE_IN_LOOP -DRELOAD -DWEAK]: verified executions=6
//@ all [-DLEAVE_IN_LOOP -DREUSE -DWEAK]: verified executions=6
//@ rc11 [-DREUSE -DBROKEN]: error data-race
//@ pso [-DREUSE -DBROKEN]: error assertion
//@ sc,tso,ra [-DREUSE -DBROKEN]: verified executions=8
//@ rc11 [-DLEAVE_IN_LOOP -DWEAK -DBROKEN]: error data-race
//@ pso [-DLEAVE_IN_LOOP -DWEAK -DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define HAND_OVER memory_order_relaxed
#else
#define HAND_OVER memory_order_release
#endif

#ifndef N
#define N 2
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

struct node {
  _Atomic(struct node *) next;
  atomic_bool waiting;
};

static struct node nodes[N];         // a thread's place in the line
static _Atomic(struct node *) tail;  // the last one in the line

// Puts a node at the end of the line, and returns the one before it.
static struct node *join(struct node *node) {
#if defined(RELOAD)
  struct node *previous;
  do {
    previous = atomic_load_explicit(&tail, memory_order_relaxed);
  } while (!compare_exchange(&tail, &previous, node, memory_order_acq_rel, memory_order_relaxed));
  return previous;
#elif defined(REUSE)
  struct node *previous = atomic_load_explicit(&tail, memory_order_relaxed);
  while (!compare_exchange(&tail, &previous, node, memory_order_acq_rel, memory_order_relaxed)) {
  }
  return previous;
#else
  return atomic_exchange_explicit(&tail, node, memory_order_acq_rel);
#endif
}

static void lock(int me) {
  struct node *node = &nodes[me];
#ifdef INITIALISED
  atomic_init(&node->next, NULL);
  atomic_init(&node->waiting, true);
#else
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&node->waiting, true, memory_order_relaxed);
#endif

  // Acquire: the line may be empty because the last holder has left. Release: others will write to the node.
  struct node *previous = join(node);
  if (previous == NULL) {
    return;
  }
  atomic_store_explicit(&previous->next, node, memory_order_release);
  while (atomic_load_explicit(&node->waiting, memory_order_acquire)) {
  }
}

static void unlock(int me) {
  struct node *node = &nodes[me];
  struct node *successor = atomic_load_explicit(&node->next, memory_order_acquire);
#ifdef LEAVE_IN_LOOP
  // Until nobody waits, or whoever waits has told us.
  while (successor == NULL) {
    struct node *expected = node;
    if (compare_exchange(&tail, &expected, NULL, memory_order_release, memory_order_relaxed)) return;
    successor = atomic_load_explicit(&node->next, memory_order_acquire);
  }
#else
  if (successor == NULL) {
    struct node *expected = node;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release,
                                                memory_order_relaxed)) {
      return;  // nobody waits
    }
    // Somebody has joined the line but not yet told us.
    do {
      successor = atomic_load_explicit(&node->next, memory_order_acquire);
    } while (successor == NULL);
  }
#endif
  atomic_store_explicit(&successor->waiting, false, HAND_OVER);
}

static int counter;  // the lock is there for this

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  lock(me);
  counter++;
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(counter == N);
  return 0;
}
