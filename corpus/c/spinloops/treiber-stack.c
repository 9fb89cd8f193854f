//@ about: Treiber's stack (R. K. Treiber, Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986;
//@   treiber-stack in Table I of Kokologiannakis, Ren and Vafeiadis, FMCAD 2021): of N threads the even ones push a
//@   new node, the odd ones wait for one and pop it; with BOTH all do the one and then the other. Each try loads the
//@   top anew. With BROKEN a push publishes its node relaxed.
//@   REUSE: a failed compare-exchange has read the top, which is not loaded again. MEMORY: nor is it kept anywhere but in
//@   the node. WEAK: the compare-exchange may fail spuriously.
//@ why: A node is popped once: nodes are not reused, so there is no ABA, and what was not popped is still there. All
//@   changes of top are rmws, hence in the release sequences of all pushes before: who reads top with acquire knows
//@   the nodes below. Count: with one thread of each, the pop sees the stack empty, and waits, or not: 1 and 1
//@   blocked. With two pushes and a pop: two orders of the pushes, then the pop; or the pop between them, and the
//@   second push has loaded the empty top from before the first push or from after the pop: 2 * 3. With two of each:
//@   the same, then the other pop, which after two pushes has loaded the first node from before the second one or
//@   from after the first pop: 2 * 2 * (2 + 2). Without any reduction, with a push and a pop: the stack is seen empty
//@   up to N + 1 = 3 times before, or once more, which cuts it: 4 and 1 blocked. BROKEN: the popper reads the node
//@   unordered under RC11; the models without relaxed accesses do not observe, and PSO orders the stores before an
//@   rmw.
//@   REUSE, MEMORY, WEAK: a failure leaves a thread where loading the top would, so the numbers are the same.
//@ all [-DN=2 --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DN=2]: verified executions=1
//@ all: verified executions=6
//@ all [-DN=4]: verified executions=16
//@ all [-DN=2 -DBOTH]: verified
//@ rc11 [-DBOTH]: verified
//@ all [-DN=2 --no-spinloops --unroll 3]: bounded executions=4 blocked=1
//@ sc,tso,pso,ra [-DBROKEN]: verified executions=6
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DREUSE]: verified executions=6
//@ all [-DREUSE -DN=4]: verified executions=16
//@ all [-DREUSE -DWEAK]: verified executions=6
//@ all [-DREUSE -DWEAK -DN=2 -DBOTH]: verified
//@ all [-DMEMORY]: verified executions=6
//@ all [-DMEMORY -DWEAK]: verified executions=6
//@ all [-DMEMORY -DWEAK -DN=2 -DBOTH]: verified
//@ all [-DWEAK]: verified executions=6
//@ sc,tso,pso,ra [-DREUSE -DBROKEN]: verified executions=6
//@ rc11 [-DREUSE -DBROKEN]: error data-race
//@ rc11 [-DMEMORY -DWEAK -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
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
#define PUSHES(thread) true
#define POPS(thread) true
#else
#define PUSHES(thread) ((thread) % 2 == 0)
#define POPS(thread) ((thread) % 2 == 1)
#endif

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;

#if defined(MEMORY)

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!compare_exchange(&top, &node->next, node, PUBLISH, memory_order_relaxed)) {
  }
}

#elif defined(REUSE)

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  struct node *first = atomic_load_explicit(&top, memory_order_relaxed);
  do node->next = first;
  while (!compare_exchange(&top, &first, node, PUBLISH, memory_order_relaxed));
}

#else

static void push(int value) {
  struct node *node = malloc(sizeof *node), *first;
  node->value = value;
  do {
    first = atomic_load_explicit(&top, memory_order_acquire);
    node->next = first;
  } while (!compare_exchange(&top, &first, node, PUBLISH, memory_order_relaxed));
}

#endif

#if defined(REUSE) || defined(MEMORY)

static struct node *pop(void) {
  struct node *first = atomic_load_explicit(&top, memory_order_acquire);
  while (true) {
    if (first == NULL) {
      first = atomic_load_explicit(&top, memory_order_acquire);
    } else if (compare_exchange(&top, &first, first->next, memory_order_acquire, memory_order_acquire)) {
      return first;
    }
  }
}

#else

static struct node *pop(void) {
  while (true) {
    struct node *first = atomic_load_explicit(&top, memory_order_acquire);
    if (first == NULL) continue;
    if (compare_exchange(&top, &first, first->next, memory_order_acquire, memory_order_relaxed)) return first;
  }
}

#endif

static struct node *popped[N];

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  if (PUSHES(me)) push(me + 1);
  if (POPS(me)) {
    popped[me] = pop();
    assert(PUSHES(popped[me]->value - 1));
  }
  return NULL;
}

static int take(struct node *node) {
  int value = node->value;
  free(node);  // once only
  return value;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);

  int rest = 0;
  for (int i = 0; i < N; i++) {
    if (PUSHES(i)) rest += i + 1;
    if (POPS(i)) rest -= take(popped[i]);
  }
  for (struct node *node = atomic_load(&top), *next; node != NULL; node = next) {
    next = node->next;
    rest -= take(node);
  }
  assert(rest == 0);
  return 0;
}
