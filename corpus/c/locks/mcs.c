//@ about: The MCS queue lock (Mellor-Crummey and Scott, Algorithms for scalable synchronization on
//@   shared-memory multiprocessors, TOCS 1991, section 2.4). BROKEN: handing the lock over does not
//@   release.
//@ why: The exchange of the tail puts the threads in a line. A thread enters when the line was empty,
//@   having read the tail that the last holder released, or when its predecessor says so, by a release
//@   store that it acquires. BROKEN: under RC11 the hand-over does not synchronise, so the increments
//@   race. Under PSO the relaxed hand-over overtakes the increment, which then gets lost. SC, TSO and RA
//@   are as strong without the release. Count: two orders of the threads. The second one finds the line
//@   empty: 1. Or the first one learns of it at once, or after its compare-exchange has failed: 2, and
//@   with either the second one may still wait: 2 blocked. Or both wait, the first one to be told who
//@   comes next: 1 more.
//@ all [--no-awaits --no-loop-purity]: verified executions=6 blocked=6
//@ all: verified executions=6
//@ all [-DN=3]: verified
//@ rc11 [-DN=4]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ rc11 [-DN=3 -DBROKEN]: error data-race
//@ pso [-DBROKEN]: error assertion
//@ sc,tso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=6 blocked=6
//@ sc,tso,ra [-DBROKEN]: verified executions=6
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

struct node {
  _Atomic(struct node *) next;
  atomic_bool waiting;
};

static struct node nodes[N];         // a thread's place in the line
static _Atomic(struct node *) tail;  // the last one in the line

static void lock(int me) {
  struct node *node = &nodes[me];
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&node->waiting, true, memory_order_relaxed);

  // Acquire: the line may be empty because the last holder has left. Release: others will write to the node.
  struct node *previous = atomic_exchange_explicit(&tail, node, memory_order_acq_rel);
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
