//@ about: Treiber's stack (R. K. Treiber, Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986). Two
//@   threads push a node each and then pop one. With BROKEN a push publishes its node relaxed, with
//@   BACK_OFF it yields after every third attempt in vain.
//@   RELOAD: the top is loaded again after a failure. WEAK: the
//@   compare-exchange may fail spuriously.
//@ why: Each thread pops after its own push, so no pop finds the stack empty, and no node is popped twice: nodes
//@   are not reused, so there is no ABA. All changes of top are rmws, hence in the release sequences of all earlier
//@   pushes: whoever reads top with acquire knows the nodes below. A retry only follows a newer top, so the loops
//@   end. With BROKEN a popper reads the other's node unordered; the models without relaxed accesses do not observe,
//@   and PSO orders the stores before an rmw.
//@ all: verified
//@ all [-DBACK_OFF]: verified
//@ sc,tso,pso,ra [-DBROKEN]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DRELOAD]: verified
//@ all [-DWEAK]: verified
//@ all [-DRELOAD -DWEAK]: verified
//@ rc11 [-DRELOAD -DBROKEN]: error data-race
//@ rc11 [-DWEAK -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

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

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;

static void push(struct node *node) {
#ifdef BACK_OFF
  int attempts = 0;
#endif
#ifdef RELOAD
  struct node *first;
#else
  struct node *first = atomic_load_explicit(&top, memory_order_relaxed);
#endif
  do {
#ifdef RELOAD
    first = atomic_load_explicit(&top, memory_order_relaxed);
#endif
    node->next = first;
#ifdef BACK_OFF
    if (attempts++ % 3 == 2) sched_yield();
#endif
  } while (!compare_exchange(&top, &first, node, PUBLISH, memory_order_relaxed));
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

static void *push_and_pop(void *node) {
  push(node);
  struct node *popped = pop();
  assert(popped != NULL && popped->value != 0);
  return popped;
}

int main(void) {
  static struct node one = {.value = 1}, two = {.value = 2};
  pthread_t first, second;
  void *popped_first, *popped_second;
  pthread_create(&first, NULL, push_and_pop, &one);
  pthread_create(&second, NULL, push_and_pop, &two);
  pthread_join(first, &popped_first);
  pthread_join(second, &popped_second);
  assert(popped_first != popped_second);
  assert(atomic_load_explicit(&top, memory_order_relaxed) == NULL);
}
