//@ about: Treiber's stack with atomic links. Two threads push a node each, pop one and push the popped node
//@   again, so that a thread may read the link of a node that another one is about to push. WEAK: the
//@   compare-exchanges may fail spuriously.
//@ why: A pop can be fooled by a node that was popped and pushed again (ABA), and the stack may lose a node or have
//@   a circle then. But nobody follows more than one link, so every loop ends, and the last change of the
//@   top is a push or leaves a node that the other thread has pushed.
//@   A spurious failure stores the link that is there already, which changes nothing: WEAK has as many
//@   executions as the program without (crates/cli/tests/forms.rs compares the two).
//@ all: verified
//@ all [-DWEAK]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

struct node {
  _Atomic(struct node *) next;
};

static struct node nodes[2];
static _Atomic(struct node *) top;

static void push(struct node *node) {
  struct node *first = atomic_load_explicit(&top, memory_order_relaxed);
  do
    atomic_store_explicit(&node->next, first, memory_order_relaxed);
  while (!compare_exchange(&top, &first, node, memory_order_release, memory_order_relaxed));
}

static struct node *pop(void) {
  struct node *first = atomic_load_explicit(&top, memory_order_acquire);
  while (first != NULL) {
    struct node *next = atomic_load_explicit(&first->next, memory_order_relaxed);
    if (compare_exchange(&top, &first, next, memory_order_acquire, memory_order_acquire))
      break;
  }
  return first;
}

static void *thread(void *node) {
  push(node);
  struct node *popped = pop();
  if (popped != NULL)
    push(popped);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, thread, &nodes[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&top) != NULL);
  return 0;
}
