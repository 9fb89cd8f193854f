//@ about: The bounded queue for many producers and consumers of D. Vyukov (1024cores.net, Bounded MPMC queue;
//@   mpmc-queue in Table I of Kokologiannakis, Ren and Vafeiadis, FMCAD 2021): each cell has a sequence number that
//@   says whose turn it is. Of N threads the even ones enqueue a value, the odd ones dequeue one, and all wait for
//@   their turn; with BOTH all do the one and then the other. Each try loads the position anew. With BROKEN the store
//@   of the sequence number that hands a cell over is relaxed.
//@   REUSE: a failed compare-exchange has read the position, which is not loaded again. WEAK: the compare-exchange may fail
//@   spuriously.
//@ why: There are no fewer values than dequeues, and no more than cells, so that all get their turn, and the values
//@   add up. Count, with one thread of each: the dequeue finds the cell filled, or not, and waits: 1 and 1 blocked.
//@   Two enqueues and a dequeue: two orders of the enqueues, and the dequeue finds the first cell filled: each thread
//@   reads its position and the number of its cell once, and what they are follows: 2. Two of each: two orders of the
//@   dequeues, too: 4. With BROKEN the value is read unordered, and under PSO perhaps too early.
//@   REUSE, WEAK: a failure leaves a thread where loading the position would, so the numbers are the same.
//@ all [-DN=2 --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DN=2]: verified executions=1
//@ all: verified executions=2
//@ all [-DN=4]: verified executions=4
//@ all [-DN=2 -DBOTH]: verified
//@ rc11 [-DBOTH]: verified
//@ sc,tso,ra [-DBROKEN]: verified executions=2
//@ pso [-DBROKEN]: error assertion
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DREUSE]: verified executions=2
//@ all [-DREUSE -DN=4]: verified executions=4
//@ all [-DREUSE -DWEAK]: verified executions=2
//@ all [-DREUSE -DWEAK -DN=2 -DBOTH]: verified
//@ all [-DWEAK]: verified executions=2
//@ sc,tso,ra [-DREUSE -DBROKEN]: verified executions=2
//@ pso [-DREUSE -DBROKEN]: error assertion
//@ rc11 [-DREUSE -DBROKEN]: error data-race
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

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

#ifndef N
#define N 3
#endif
#ifdef BOTH
#define ENQUEUES(thread) true
#define DEQUEUES(thread) true
#else
#define ENQUEUES(thread) ((thread) % 2 == 0)
#define DEQUEUES(thread) ((thread) % 2 == 1)
#endif

#define CELLS 2u

struct cell {
  atomic_uint sequence;
  int value;
};

static struct cell cells[CELLS] = {{0, 0}, {1, 0}};
static atomic_uint enqueue_position, dequeue_position;

// Waits for its turn in the cell of the current position: lag is 0 for an enqueue, 1 for a dequeue.
static struct cell *claim(atomic_uint *position, unsigned lag, unsigned *claimed) {
#ifdef REUSE
  unsigned at = atomic_load_explicit(position, memory_order_relaxed);
#endif
  while (true) {
#ifndef REUSE
    unsigned at = atomic_load_explicit(position, memory_order_relaxed);
#endif
    struct cell *cell = &cells[at % CELLS];
    if (atomic_load_explicit(&cell->sequence, memory_order_acquire) != at + lag) {
#ifdef REUSE
      at = atomic_load_explicit(position, memory_order_relaxed);
#endif
      continue;
    }
    if (compare_exchange(position, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) {
      *claimed = at;
      return cell;
    }
  }
}

static void enqueue(int value) {
  unsigned at;
  struct cell *cell = claim(&enqueue_position, 0, &at);
  cell->value = value;
  atomic_store_explicit(&cell->sequence, at + 1, HAND_OVER);
}

static int dequeue(void) {
  unsigned at;
  struct cell *cell = claim(&dequeue_position, 1, &at);
  int value = cell->value;
  atomic_store_explicit(&cell->sequence, at + CELLS, memory_order_release);
  return value;
}

static int dequeued[N];

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  if (ENQUEUES(me)) enqueue(me + 1);
  if (DEQUEUES(me)) {
    dequeued[me] = dequeue();
    assert(dequeued[me] > 0 && ENQUEUES(dequeued[me] - 1));
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);

  int rest = 0, balance = 0;
  for (int i = 0; i < N; i++) {
    rest += ENQUEUES(i) * (i + 1) - dequeued[i];
    balance += ENQUEUES(i) - DEQUEUES(i);
  }
  if (balance > 0) rest -= dequeue();
  assert(rest == 0);
  return 0;
}
