//@ about: The push of Fig. 4 in Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for spinloops
//@   (FMCAD 2021), after Treiber (1986): N threads push a node each. What a thread has stored in its node before it
//@   fails nobody can see. With STATIC the nodes are a global array. With OBSERVED there are two threads, nodes are
//@   announced before they are pushed, and main reads the first one's link twice. With BROKEN the link is set once,
//@   before the first try. WEAK: the compare-exchange may fail spuriously. MEMORY: it leaves the top in the node. COUNTED:
//@   threads count what they have pushed.
//@ why: The stack's top is a new pointer with each push, so this is the compare-exchange loop of cas-loop.c: the
//@   order of the threads is all, N! executions, and 2 or 21 blocked if N is 2 or 3; without any reduction 4 and 60.
//@   OBSERVED: main sees the link to the bottom of a try in vain, and then the one to the other node. BROKEN: after a
//@   failure the link is not that to the top, and nodes get lost. WEAK: whoever fails spuriously loads the top again, as
//@   after any other failure; MEMORY: or stores the link again that is there.
//@ all: verified executions=2 blocked=2
//@ all [-DN=3 --no-awaits --no-loop-purity]: verified executions=6 blocked=21
//@ all [-DN=3]: verified executions=6
//@ all [-DN=3 -DSTATIC]: verified
//@ all [-DWEAK]: verified executions=2 blocked=2
//@ all [-DWEAK -DSTATIC]: verified executions=2 blocked=2
//@ all [-DWEAK -DMEMORY -DSTATIC]: verified executions=2 blocked=2
//@ sc,tso,pso,rc11,cpp20 [-DWEAK -DMEMORY -DCOUNTED --independent-adds --engine graph]: verified executions=2
//@ all [-DN=3 --no-spinloops]: verified executions=60 blocked=0
//@ all [-DOBSERVED]: error assertion
//@ all [-DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif

struct node {
  int value;
#ifdef OBSERVED
  _Atomic(struct node *) next;
#else
  struct node *next;
#endif
};

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

#ifdef COUNTED
static atomic_int pushed;
#endif

static struct node bottom;
static _Atomic(struct node *) stack = &bottom;

#ifdef STATIC
static struct node nodes[N];
#endif
#ifdef OBSERVED
static _Atomic(struct node *) announced[N];
#endif

static void push(struct node *node) {
#ifdef MEMORY
  node->next = atomic_load_explicit(&stack, memory_order_acquire);
  while (!compare_exchange(&stack, &node->next, node, memory_order_acq_rel, memory_order_acquire)) {
  }
#else
  struct node *top;
#ifdef BROKEN
  node->next = atomic_load_explicit(&stack, memory_order_acquire);
#endif
  do {
    top = atomic_load_explicit(&stack, memory_order_acquire);
#ifndef BROKEN
    node->next = top;
#endif
  } while (!compare_exchange(&stack, &top, node, memory_order_acq_rel, memory_order_relaxed));
#endif
#ifdef COUNTED
  atomic_fetch_add_explicit(&pushed, 1, memory_order_relaxed);
#endif
}

static void *pusher(void *argument) {
  int me = (int)(intptr_t)argument;
#ifdef STATIC
  struct node *node = &nodes[me];
#else
  struct node *node = malloc(sizeof *node);
  node->next = NULL;
#endif
  node->value = me + 1;
#ifdef OBSERVED
  atomic_store(&announced[me], node);
#endif
  push(node);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, pusher, (void *)(intptr_t)i);
#ifdef OBSERVED
  struct node *seen = atomic_load(&announced[0]);
  if (seen != NULL) {
    struct node *once = atomic_load(&seen->next), *again = atomic_load(&seen->next);
    assert(once != &bottom || again == &bottom);
  }
#endif
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);

  int sum = 0;
  for (struct node *node = atomic_load(&stack); node != &bottom;) {
    struct node *next = node->next;
    sum += node->value;
#ifndef STATIC
    free(node);
#endif
    node = next;
  }
  assert(sum == N * (N + 1) / 2);
  return 0;
}
