//@ about: The queue of M. M. Michael and M. L. Scott (Simple, Fast, and Practical Non-Blocking and Blocking
//@   Concurrent Queue Algorithms, PODC 1996; ms-queue in Table I of Kokologiannakis, Ren and Vafeiadis, FMCAD 2021):
//@   of N threads the even ones enqueue a value, the odd ones try to dequeue one; with BOTH all do the one and then
//@   the other. With BROKEN the compare-exchange that links a node is relaxed.
//@   REUSE: each failed compare-exchange has read the node behind, the tail or the head, which is not loaded again. WEAK: the
//@   compare-exchanges in the conditions of loops may fail spuriously.
//@ why: A value is dequeued once or remains in the queue. A node is reached through the next of its predecessor, read
//@   with acquire from the releasing link. Count, with one thread of each: the dequeue reads the old tail and no node
//@   behind it, and ends; or the node, and swings the tail itself, begins again and succeeds; or the new tail: 3. Or
//@   it reads the old tail and the node, but the enqueue swings the tail: it waits, 1 blocked; without any reduction
//@   it goes on and succeeds, 4. BROKEN: nothing orders the initialisation of a node before its reader if that one
//@   swings the tail itself.
//@   REUSE: with one thread of each nobody disturbs the enqueue, and a dequeue does as before.
//@ all [-DN=2]: verified executions=3 blocked=1
//@ all [-DN=2 --no-spinloops]: verified executions=4 blocked=0
//@ all: verified
//@ all [-DN=4]: verified
//@ all [-DN=2 -DBOTH]: verified
//@ rc11 [-DBOTH]: verified
//@ sc,tso,pso,ra [-DBROKEN]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DN=2 -DREUSE]: verified executions=3 blocked=1
//@ all [-DREUSE]: verified
//@ all [-DREUSE -DWEAK]: verified
//@ all [-DWEAK]: verified
//@ rc11 [-DREUSE -DN=4]: verified
//@ rc11 [-DREUSE -DBOTH]: verified
//@ sc,tso,pso,ra [-DREUSE -DBROKEN]: verified
//@ rc11 [-DREUSE -DBROKEN]: error data-race
//@ rc11 [-DREUSE -DWEAK -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef BROKEN
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
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

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

struct node {
  int value;
  _Atomic(struct node *) next;
};

static struct node nodes[N + 1];  // the last one is the dummy
static _Atomic(struct node *) head = &nodes[N];
static _Atomic(struct node *) tail = &nodes[N];

static struct node *read_pointer(_Atomic(struct node *) *pointer) {
  return atomic_load_explicit(pointer, memory_order_acquire);
}

#ifdef REUSE

/* Each failure says what is there: the node behind the last one, a later tail, a later head. */
static void enqueue(struct node *node, int value) {
  node->value = value;
  struct node *last = read_pointer(&tail), *next = NULL;
  while (!compare_exchange(&last->next, &next, node, LINK, memory_order_acquire)) {
    if (next == NULL) continue;  // failed spuriously
    if (atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_acquire)) {
      last = next;
    }
    next = NULL;
  }
  atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release, memory_order_relaxed);
}

static bool dequeue(int *value) {
  struct node *first = read_pointer(&head);
  while (true) {
    struct node *last = read_pointer(&tail);
    struct node *next = read_pointer(&first->next);
    struct node *again = read_pointer(&head);
    if (first != again) {
      first = again;
    } else if (first == last) {
      if (next == NULL) return false;
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
      first = read_pointer(&head);
    } else {
      *value = next->value;
      if (compare_exchange(&head, &first, next, memory_order_release, memory_order_acquire)) return true;
    }
  }
}

#else

static bool swing(_Atomic(struct node *) *pointer, struct node *from, struct node *to) {
  return atomic_compare_exchange_strong_explicit(pointer, &from, to, memory_order_release, memory_order_relaxed);
}

static void enqueue(struct node *node, int value) {
  node->value = value;
  while (true) {
    struct node *last = read_pointer(&tail);
    struct node *next = read_pointer(&last->next);
    if (last != read_pointer(&tail)) continue;
    if (next != NULL) {
      swing(&tail, last, next);  // another enqueue is half done: help it
    } else if (compare_exchange(&last->next, &next, node, LINK, memory_order_relaxed)) {
      swing(&tail, last, node);
      return;
    }
  }
}

static bool dequeue(int *value) {
  while (true) {
    struct node *first = read_pointer(&head);
    struct node *last = read_pointer(&tail);
    struct node *next = read_pointer(&first->next);
    if (first != read_pointer(&head)) continue;
    if (first == last) {
      if (next == NULL) return false;
      swing(&tail, last, next);
    } else {
      *value = next->value;
      if (compare_exchange(&head, &first, next, memory_order_release, memory_order_relaxed)) return true;
    }
  }
}

#endif

static int dequeued[N];

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument, value;
  if (ENQUEUES(me)) enqueue(&nodes[me], me + 1);
  if (DEQUEUES(me) && dequeue(&value)) {
    assert(value > 0 && ENQUEUES(value - 1));
    dequeued[me] = value;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);

  int rest = 0, value;
  for (int i = 0; i < N; i++) rest += ENQUEUES(i) * (i + 1) - dequeued[i];
  while (dequeue(&value)) rest -= value;
  assert(rest == 0);
  return 0;
}
