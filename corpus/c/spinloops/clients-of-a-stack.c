//@ about: Two clients of Treiber's stack in one program: the first thread chooses one of them before it
//@   creates the others. In the first one, both threads push and then pop. In the second one, both
//@   pop and then push, and the first one tells the other one that it has popped. A push leaves the
//@   top that it has read in its node (the textbook loop), with weak compare-exchanges. ONE, OTHER:
//@   one of the clients alone.
//@ why: In the second client a thread's node is its own until it is on the stack, and nobody pops it. In the
//@   first one the same node, at the same address, is popped by the other thread. What is presumed of
//@   memory in one client must not be refuted by the other one: loops would not be reduced, and
//@   never end. Nodes are never freed, and nothing points to those that were popped.
//@ all: verified leak
//@ all [-DONE]: verified leak
//@ all [-DOTHER]: verified leak
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;
static atomic_int sent;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&top, &node->next, node, memory_order_release,
                                                memory_order_relaxed)) {
  }
}

static int try_pop(void) {
  struct node *node = atomic_load_explicit(&top, memory_order_acquire);
  while (node != NULL && !atomic_compare_exchange_weak_explicit(
                             &top, &node, node->next, memory_order_acquire, memory_order_acquire)) {
  }
  return node == NULL ? -1 : node->value;
}

static void *push_and_pop(void *argument) {
  push((int)(long)argument);
  try_pop();
  return NULL;
}

static void *pop_and_push(void *argument) {
  long self = (long)argument;
  if (self == 2) porf_assume(atomic_load_explicit(&sent, memory_order_acquire) == 1);
  try_pop();
  if (self == 1) atomic_store_explicit(&sent, 1, memory_order_release);
  push((int)self);
  return NULL;
}

int main(void) {
#if defined ONE
  int other = 0;
#elif defined OTHER
  int other = 1;
#else
  int other = porf_nondet_int(0, 1);
#endif
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, other ? pop_and_push : push_and_pop, (void *)(i + 1));
  }
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
