//@ about: The queue of S. Doherty, L. Groves, V. Luchangco and M. Moir (Formal Verification of a Practical
//@   Lock-Free Queue Algorithm, FORTE 2004): as Michael and Scott's, but a dequeue looks at the tail only after it
//@   has moved the head. Two threads enqueue one value each and dequeue one. With BROKEN the compare-exchange that
//@   links a node is relaxed.
//@ why: Each thread dequeues after its own enqueue, so no dequeue finds the queue empty, and the two values are
//@   dequeued once each. The head may overtake the tail, which the dequeuer then repairs; a stale tail still leads
//@   along next to the last node. With BROKEN a dequeuer reads a value that nothing has published.
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
    if (next != NULL) {
      swing(&tail, last, next);
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
      swing(&tail, last, node);
      return;
    }
  }
}

static bool dequeue(int *value) {
  for (;;) {
    struct node *first = read_pointer(&head);
    struct node *next = read_pointer(&first->next);
    if (next == NULL) return false;
    *value = next->value;
    if (swing(&head, first, next)) {
      struct node *last = read_pointer(&tail);
      if (first == last) swing(&tail, last, next);  // do not leave the tail behind the head
      return true;
    }
  }
}

static int dequeued[2];

static void *enqueue_and_dequeue(void *argument) {
  struct node *node = argument;
  int self = (int)(node - nodes);
  enqueue(node, self + 1);
  bool found = dequeue(&dequeued[self]);
  assert(found);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int value;
  pthread_create(&first, NULL, enqueue_and_dequeue, &nodes[0]);
  pthread_create(&second, NULL, enqueue_and_dequeue, &nodes[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(dequeued[0] + dequeued[1] == 3);
  assert(!dequeue(&value));
}
