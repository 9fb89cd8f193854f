//@ about: Treiber's stack with nodes from malloc (R. K. Treiber, IBM RJ 5118, 1986; M. M. Michael, Hazard Pointers,
//@   IEEE TPDS 2004, on why a popped node must not be freed at once). Popped nodes are freed after both threads
//@   have ended; with BROKEN the thread that pops a node frees it.
//@ why: The nodes are live while both threads run, addresses are never reused, and main frees what was popped. With
//@   BROKEN one thread reads top, the other pops and frees that node, and the first one reads its next: an
//@   interleaving, so every model has it.
//@ all: verified
//@ all [-DBROKEN]: error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, memory_order_release,
                                                  memory_order_relaxed)) {
  }
}

static struct node *pop(void) {
  struct node *first = atomic_load_explicit(&top, memory_order_acquire);
  while (first != NULL && !atomic_compare_exchange_strong_explicit(&top, &first, first->next,
                                                                   memory_order_acquire, memory_order_acquire)) {
  }
  return first;
}

static void *pop_one(void *unused) {
  (void)unused;
  struct node *popped = pop();
  assert(popped->value == 1 || popped->value == 2);
#ifdef BROKEN
  free(popped);  // the other thread may be about to read its next
  return NULL;
#else
  return popped;
#endif
}

int main(void) {
  pthread_t first, second;
  void *popped_first, *popped_second;
  push(1);
  push(2);
  pthread_create(&first, NULL, pop_one, NULL);
  pthread_create(&second, NULL, pop_one, NULL);
  pthread_join(first, &popped_first);
  pthread_join(second, &popped_second);
#ifndef BROKEN
  assert(popped_first != popped_second);
#endif
  free(popped_first);
  free(popped_second);
}
