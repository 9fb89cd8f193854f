//@ about: The queue for many producers and one consumer of D. Vyukov (1024cores.net, Non-intrusive MPSC node-based
//@   queue): a producer exchanges the tail and then links the old one to its node. Two producers, and main as the
//@   consumer, which tries twice while they run. With BROKEN the link is stored relaxed.
//@ why: A producer between exchange and link hides what comes behind it, so the consumer may find nothing, but each
//@   value comes out once. With BROKEN the consumer reads a value that nothing has published; PSO does not reorder
//@   the value, which is written before the exchange, a full fence.
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

static struct node stub, nodes[2];
static struct node *head = &stub;  // the consumer's
static _Atomic(struct node *) tail = &stub;

static void enqueue(struct node *node) {
  struct node *before = atomic_exchange_explicit(&tail, node, memory_order_acq_rel);
  atomic_store_explicit(&before->next, node, LINK);
}

static bool dequeue(int *value) {
  struct node *next = atomic_load_explicit(&head->next, memory_order_acquire);
  if (next == NULL) return false;
  *value = next->value;
  head = next;
  return true;
}

static void *producer(void *argument) {
  struct node *node = argument;
  node->value = (int)(node - nodes) + 1;
  enqueue(node);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int sum = 0, value;
  pthread_create(&first, NULL, producer, &nodes[0]);
  pthread_create(&second, NULL, producer, &nodes[1]);
  if (dequeue(&value)) sum += value;
  if (dequeue(&value)) sum += value;
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  while (dequeue(&value)) sum += value;
  assert(sum == 3);
}
