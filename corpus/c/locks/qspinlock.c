//@ about: A lock in the manner of Linux' qspinlock (W. Long and P. Zijlstra, 2014): one word holds the
//@   lock itself, one pending waiter and the tail of a queue of further waiters. Unlike there, the parts
//@   of the word are always accessed together. BROKEN: the unlock does not release.
//@ why: The lock bit is set by a thread only when it has seen it clear and is the only one that may (the
//@   word was zero, or it is the pending one, or the head of the queue with no pending one), and it has
//@   acquired the unlock that cleared it; rmws in between continue the release sequence. With two
//@   threads, the second becomes the pending one; QUEUE_ONLY leaves that stage out, so that it queues.
//@   BROKEN: nothing releases, so the increments race under RC11. Elsewhere an rmw is strong whatever its
//@   ordering says. Count: two orders of the threads. The second one finds the lock free at once, or when
//@   it becomes the pending one, or when it waits: 3; or it waits and sees it held: 1 blocked; altogether
//@   what Table I of Jonsson, Lång and Sagonas (FMCAD 2022) has for qspinlock(2). QUEUE_ONLY: it finds
//@   the lock free at once, or when it loads the word, or when its compare-exchange fails, or as the head
//@   of the queue: 4; or it is the head and sees it held: 1 blocked. If its compare-exchange fails, it might as well have
//@   loaded the word only then: 3.
//@ all [--no-awaits --no-loop-purity]: verified executions=6 blocked=2
//@ all: verified executions=6
//@ all [-DN=3]: verified
//@ all [-DQUEUE_ONLY --no-redundant-iterations --no-awaits --no-loop-purity]: verified executions=8 blocked=2
//@ all [-DQUEUE_ONLY --no-redundant-iterations]: verified executions=8
//@ all [-DQUEUE_ONLY]: verified executions=6
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=6 blocked=2
//@ all [-DBROKEN]: verified executions=6
//@ rc11 [-DBROKEN -DQUEUE_ONLY]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

#ifndef N
#define N 2
#endif

#define LOCKED 0x1u
#define PENDING 0x100u
#define TAIL_SHIFT 16
#define TAIL_MASK 0xffff0000u

struct node {
  _Atomic(struct node *) next;
  atomic_bool waiting;
};

static struct node nodes[N];
static atomic_uint word;

// Waits in the queue, then for the lock and the pending one, and takes the lock.
static void queue_and_lock(int me) {
  struct node *node = &nodes[me];
  unsigned tail = (unsigned)(me + 1) << TAIL_SHIFT;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&node->waiting, true, memory_order_relaxed);

  // Become the tail.
  unsigned old = atomic_load_explicit(&word, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&word, &old, (old & ~TAIL_MASK) | tail,
                                                  memory_order_acq_rel, memory_order_relaxed)) {
  }
  if (old & TAIL_MASK) {
    struct node *previous = &nodes[(old >> TAIL_SHIFT) - 1];
    atomic_store_explicit(&previous->next, node, memory_order_release);
    while (atomic_load_explicit(&node->waiting, memory_order_acquire)) {
    }
  }

  // Head of the queue: the lock goes first to the pending one.
  unsigned seen;
  do {
    seen = atomic_load_explicit(&word, memory_order_acquire);
  } while (seen & (LOCKED | PENDING));

  // Nobody else in the queue: take the lock and empty the queue.
  if ((seen & TAIL_MASK) == tail &&
      atomic_compare_exchange_strong_explicit(&word, &seen, LOCKED, memory_order_relaxed,
                                              memory_order_relaxed)) {
    return;
  }

  // Take the lock and make the next one the head.
  atomic_fetch_or_explicit(&word, LOCKED, memory_order_relaxed);
  struct node *next;
  do {
    next = atomic_load_explicit(&node->next, memory_order_acquire);
  } while (next == NULL);
  atomic_store_explicit(&next->waiting, false, memory_order_release);
}

static void lock(int me) {
  unsigned old = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &old, LOCKED, memory_order_acquire,
                                              memory_order_relaxed)) {
    return;
  }

#ifndef QUEUE_ONLY
  if ((old & ~LOCKED) == 0) {
    old = atomic_fetch_or_explicit(&word, PENDING, memory_order_acquire);
    if ((old & ~LOCKED) == 0) {
      // We are the pending one: wait for the unlock, then turn pending into locked.
      while (atomic_load_explicit(&word, memory_order_acquire) & LOCKED) {
      }
      atomic_fetch_add_explicit(&word, LOCKED - PENDING, memory_order_relaxed);
      return;
    }
    if ((old & PENDING) == 0) {
      atomic_fetch_and_explicit(&word, ~PENDING, memory_order_relaxed);  // there is a queue: undo
    }
  }
#endif

  queue_and_lock(me);
}

static void unlock(int me) {
  (void)me;
  atomic_fetch_sub_explicit(&word, LOCKED, UNLOCK);
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
