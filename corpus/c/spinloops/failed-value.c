//@ about: N threads add one by a compare-exchange in a loop, in the forms that people write: the value that the failed
//@   compare-exchange has read is used again (default), or the variable is loaded again (RELOAD); the expected value is in
//@   a local variable, or in a field of a node (MEMORY) or of a node in an array (ARRAY) that the thread is about to publish;
//@   WEAK: the compare-exchange may fail spuriously. ACQUIRE: the first load acquires, and the failure does not.
//@   LOOKED_AT: another thread looks at the field meanwhile. BROKEN: the thread does not look whether it has succeeded.
//@ why: A failed compare-exchange leaves the thread where it would be had it loaded the variable only then. So each thread
//@   succeeds in its first iteration, and the executions are the N! orders of the threads. Spurious failures lead back to
//@   the same state, and add nothing. Blocked: k of the threads succeed, in one of N!/(N - k)! ways; each of the others has
//@   loaded one of the k values before the last one and waits for it to come back: the sum of N!/(N - k)! * k^(N - k) for
//@   k = 1 to N - 1, that is 2, 15, 124, 1185, in whichever form. Up to symmetry of three threads: one order; for k = 1 the
//@   others have loaded the same value, and for k = 2 the other has loaded one of two values: 1 + 2. ACQUIRE: under RC11 the first load is stronger than the
//@   failure, so that it cannot stand in for it, and iterations are followed; in the other models orderings of loads mean
//@   nothing. LOOKED_AT: the field is atomic there, and its value is no secret. BROKEN: additions get lost.
//@ all [-DN=2]: verified executions=2 blocked=2
//@ all: verified executions=6 blocked=15
//@ all [-DN=4]: verified executions=24 blocked=124
//@ rc11,sc [-DN=5]: verified executions=120 blocked=1185
//@ all [-DRELOAD]: verified executions=6 blocked=15
//@ all [-DWEAK]: verified executions=6 blocked=15
//@ all [-DWEAK -DRELOAD]: verified executions=6 blocked=15
//@ all [-DMEMORY]: verified executions=6 blocked=15
//@ all [-DMEMORY -DWEAK]: verified executions=6 blocked=15
//@ all [-DMEMORY -DN=4]: verified executions=24 blocked=124
//@ all [-DMEMORY -DWEAK --symmetry]: verified executions=1 blocked=3
//@ all [-DARRAY -DWEAK]: verified executions=6 blocked=15
//@ all [-DARRAY -DWEAK -DN=2]: verified executions=2 blocked=2
//@ sc,tso,pso,ra [-DACQUIRE]: verified executions=6 blocked=15
//@ rc11 [-DACQUIRE]: verified
//@ all [-DMEMORY -DLOOKED_AT -DN=2]: verified
//@ all [-DBROKEN]: error assertion
//@ all [-DMEMORY -DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

#ifdef WEAK
#define CAS atomic_compare_exchange_weak_explicit
#else
#define CAS atomic_compare_exchange_strong_explicit
#endif

#ifdef ACQUIRE
#define FIRST memory_order_acquire
#else
#define FIRST memory_order_relaxed
#endif

#if defined(MEMORY) || defined(ARRAY)
struct node {
#ifdef LOOKED_AT
  _Atomic(struct node *) next;
#else
  struct node *next;
#endif
  int value;
};

static _Atomic(struct node *) head;
static struct node nodes[N];

static void *adds(void *argument) {
#ifdef ARRAY
  struct node *node = argument;
#elif defined(LOOKED_AT)
  (void)argument;
  struct node *node = &nodes[0];
#else
  (void)argument;
  struct node *node = malloc(sizeof *node);
#endif
  node->value = 1;
#ifdef LOOKED_AT
  struct node *old = atomic_load_explicit(&head, FIRST);
  do
    node->next = old;
  while (!CAS(&head, &old, node, memory_order_release, memory_order_relaxed));
#else
  node->next = atomic_load_explicit(&head, FIRST);
#ifdef BROKEN
  (void)CAS(&head, &node->next, node, memory_order_release, memory_order_relaxed);
#else
  while (!CAS(&head, &node->next, node, memory_order_release, memory_order_relaxed)) {
  }
#endif
#endif
  return NULL;
}

#ifdef LOOKED_AT
static void *looks(void *argument) {
  struct node *next = nodes[0].next;
  assert(next == NULL || next == &nodes[1]);
  (void)argument;
  struct node *old = atomic_load_explicit(&head, memory_order_relaxed);
  nodes[1].value = 1;
  do
    nodes[1].next = old;
  while (!CAS(&head, &old, &nodes[1], memory_order_release, memory_order_relaxed));
  return NULL;
}
#endif

static int sum(void) {
  int sum = 0;
  for (struct node *node = head; node; node = node->next) sum += node->value;
  return sum;
}
#else
static atomic_int x;

static void *adds(void *unused) {
#if defined(BROKEN)
  int old = atomic_load_explicit(&x, FIRST);
  (void)CAS(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed);
#elif defined(RELOAD)
  int old;
  do
    old = atomic_load_explicit(&x, FIRST);
  while (!CAS(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed));
#else
  int old = atomic_load_explicit(&x, FIRST);
  while (!CAS(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed)) {
  }
#endif
  return unused;
}

static int sum(void) { return x; }
#endif

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    void *(*run)(void *) = adds;
    void *argument = NULL;
#ifdef LOOKED_AT
    if (i == 1) run = looks;
#endif
#ifdef ARRAY
    argument = &nodes[i];
#endif
    pthread_create(&threads[i], NULL, run, argument);
  }
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(sum() == N);
  return 0;
}
