//@ about: A push whose release fence is not in the compare-exchange, which is relaxed. The fence is before the loop, although a
//@   failure stores to the node behind it (BROKEN), or follows that store, too. N threads push, and main looks at the
//@   node on top. WEAK: the compare-exchange may fail spuriously. INSIDE: the link is stored and the fence is made in each iteration.
//@ why: The fence orders what is before it. BROKEN: a compare-exchange that fails, be it spuriously, stores to the link of the node
//@   after the fence, and main reads the link unordered under RC11, even though the same value was there before. One
//@   thread cannot fail but spuriously. In the other models a read-modify-write releases whatever its ordering says.
//@   Count: main sees one of the N nodes on top, or none, and this is independent of the N! orders: each of these has
//@   N + 1 tops.
//@ all: verified executions=6
//@ all [-DWEAK]: verified executions=6
//@ all [-DN=1]: verified executions=2
//@ all [-DN=1 -DWEAK]: verified executions=2
//@ all [-DINSIDE]: verified executions=6
//@ all [-DINSIDE -DWEAK]: verified executions=6
//@ rc11 [-DBROKEN]: error data-race
//@ rc11 [-DBROKEN -DWEAK]: error data-race
//@ all [-DBROKEN -DN=1]: verified executions=2
//@ rc11 [-DBROKEN -DN=1 -DWEAK]: error data-race
//@ sc,tso,pso,ra [-DBROKEN -DN=1 -DWEAK]: verified executions=2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

struct node {
  struct node *next;
};

static struct node nodes[N];
static _Atomic(struct node *) top;

static void *push(void *argument) {
  struct node *node = argument;
#ifdef INSIDE
  struct node *first = atomic_load_explicit(&top, memory_order_relaxed);
  do {
    node->next = first;
    atomic_thread_fence(memory_order_release);
  } while (!compare_exchange(&top, &first, node, memory_order_relaxed, memory_order_relaxed));
#else
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  while (!compare_exchange(&top, &node->next, node, memory_order_relaxed, memory_order_relaxed)) {
#ifndef BROKEN
    atomic_thread_fence(memory_order_release);
#endif
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, push, &nodes[i]);
  struct node *volatile next;
  struct node *first = atomic_load_explicit(&top, memory_order_acquire);
  if (first) next = first->next;
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
