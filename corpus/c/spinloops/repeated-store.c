//@ about: A stack of nodes with atomic links, which are used again: a thread may read the link of a
//@   node that another one has popped and is about to push. WEAK: the compare-exchange of a push may
//@   fail spuriously. RACE: an unordered store to the link.
//@ why: A pop that reads a link too late fails, since the top is another node by then; the node that is
//@   pushed again is another matter (ABA), but here the stack has one node, so that the link is always
//@   null. Each iteration of a push stores to the link. Others read the link, so that the store cannot
//@   be left out as one to memory of the thread's own; but a store of the value that is there already
//@   need not be made again. Without that, spurious failures go on for ever.
//@   RACE: the first thread stores the node itself to the link in between, and the other thread can read
//@   that: the assertion fails.
//@   No count: iterations after spurious failures are followed once more.
//@ all: verified
//@ all [-DWEAK]: verified
//@ all [-DRACE]: error assertion
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

static struct node node;
static _Atomic(struct node *) top;

static void push(struct node *pushed) {
  struct node *first;
  do {
    first = atomic_load_explicit(&top, memory_order_relaxed);
    atomic_store_explicit(&pushed->next, first, memory_order_relaxed);
  } while (!compare_exchange(&top, &first, pushed, memory_order_release, memory_order_relaxed));
}

static struct node *pop(void) {
  struct node *first = atomic_load_explicit(&top, memory_order_acquire);
  while (first != NULL) {
    struct node *next = atomic_load_explicit(&first->next, memory_order_relaxed);
    assert(next == NULL);
    if (atomic_compare_exchange_strong_explicit(&top, &first, next, memory_order_acquire, memory_order_acquire)) {
      break;
    }
  }
  return first;
}

static void *push_and_pop(void *unused) {
  (void)unused;
  push(&node);
  pop();
#ifdef RACE
  atomic_store_explicit(&node.next, &node, memory_order_relaxed);
#endif
  return NULL;
}

static void *pop_and_push(void *unused) {
  (void)unused;
  if (pop() != NULL) push(&node);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, push_and_pop, NULL);
  pthread_create(&second, NULL, pop_and_push, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
