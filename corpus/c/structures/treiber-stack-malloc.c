//@ about: Treiber's stack with nodes from malloc (R. K. Treiber, IBM RJ 5118, 1986; M. M. Michael, Hazard Pointers,
//@   IEEE TPDS 2004, on why a popped node must not be freed at once). Popped nodes are freed after both threads
//@   have ended; with BROKEN the thread that pops a node frees it.
//@   RELOAD: the top is loaded again after a failure. WEAK: the compare-exchange may fail spuriously.
//@ why: The nodes are live while both threads run, addresses are never reused, and main frees what was popped. With
//@   BROKEN one thread reads top, the other pops and frees that node, and the first one reads its next: an
//@   interleaving, so every model has it.
//@ all: verified
//@ all [-DBROKEN]: error use-after-free
//@ all [-DRELOAD]: verified
//@ all [-DWEAK]: verified
//@ all [-DRELOAD -DWEAK]: verified
//@ all [-DRELOAD -DBROKEN]: error use-after-free
//@ all [-DWEAK -DBROKEN]: error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
#ifdef RELOAD
  do {
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
  } while (!compare_exchange(&top, &node->next, node, memory_order_release, memory_order_relaxed));
#else
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!compare_exchange(&top, &node->next, node, memory_order_release, memory_order_relaxed)) {
  }
#endif
}

static struct node *pop(void) {
#ifdef RELOAD
  struct node *first;
  do {
    first = atomic_load_explicit(&top, memory_order_acquire);
  } while (first != NULL &&
           !compare_exchange(&top, &first, first->next, memory_order_acquire, memory_order_relaxed));
#else
  struct node *first = atomic_load_explicit(&top, memory_order_acquire);
  while (first != NULL &&
         !compare_exchange(&top, &first, first->next, memory_order_acquire, memory_order_acquire)) {
  }
#endif
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
