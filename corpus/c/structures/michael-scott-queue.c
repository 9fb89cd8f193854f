//@ about: The queue of M. M. Michael and M. L. Scott (Simple, Fast, and Practical Non-Blocking and Blocking
//@   Concurrent Queue Algorithms, PODC 1996). One thread enqueues 1 and 2, the other dequeues twice. With BROKEN
//@   the compare-exchange that links a node is relaxed.
//@ why: What is dequeued is 1, then 2; what remains is in the queue after the join. A node is reached through the
//@   next of its predecessor, read with acquire from the releasing link. A retry follows a newer head, tail or
//@   next, so the loops end. With BROKEN nothing orders the initialisation of a node before its reader if that one
//@   swings the tail itself.
//@ all: verified
//@ sc,tso,pso,ra [-DBROKEN]: verified
//@ rc11 [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROKEN
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
  int value;
  _Atomic(struct node *) next;
};

static struct node dummy, nodes[2];
static _Atomic(struct node *) head = &dummy;
static _Atomic(struct node *) tail = &dummy;

static struct node *read_pointer(_Atomic(struct node *) *pointer) {
  return atomic_load_explicit(pointer, memory_order_acquire);
}

static bool swing(_Atomic(struct node *) *pointer, struct node *from, struct node *to) {
  return atomic_compare_exchange_strong_explicit(pointer, &from, to, memory_order_release, memory_order_relaxed);
}

static void enqueue(struct node *node, int value) {
  node->value = value;
  for (;;) {
    struct node *last = read_pointer(&tail);
    struct node *next = read_pointer(&last->next);
    if (last != read_pointer(&tail)) continue;
    if (next != NULL) {
      swing(&tail, last, next);  // another enqueue is half done: help it
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
      swing(&tail, last, node);
      return;
    }
  }
}

static bool dequeue(int *value) {
  for (;;) {
    struct node *first = read_pointer(&head);
    struct node *last = read_pointer(&tail);
    struct node *next = read_pointer(&first->next);
    if (first != read_pointer(&head)) continue;
    if (first == last) {
      if (next == NULL) return false;
      swing(&tail, last, next);
    } else {
      *value = next->value;
      if (swing(&head, first, next)) return true;
    }
  }
}

static void *producer(void *unused) {
  (void)unused;
  enqueue(&nodes[0], 1);
  enqueue(&nodes[1], 2);
  return NULL;
}

static int expected = 1;  // what the next dequeue must give; the consumer's until the join, then main's

static bool dequeue_in_order(void) {
  int value;
  if (!dequeue(&value)) return false;
  assert(value == expected);
  expected++;
  return true;
}

static void *consumer(void *unused) {
  (void)unused;
  dequeue_in_order();
  dequeue_in_order();
  return NULL;
}

int main(void) {
  pthread_t enqueuer, dequeuer;
  pthread_create(&enqueuer, NULL, producer, NULL);
  pthread_create(&dequeuer, NULL, consumer, NULL);
  pthread_join(enqueuer, NULL);
  pthread_join(dequeuer, NULL);
  while (dequeue_in_order()) {
  }
  assert(expected == 3);
}
