//@ about: The work-stealing deque of D. Chase and Y. Lev (SPAA 2005) in the C11 version of N. M.
//@   Lê, A. Pop, A. Cohen and F. Zappa Nardelli (Correct and efficient work-stealing for weak
//@   memory models, PPoPP 2013), with a buffer of fixed size, to be compared with spec-deque.c. A
//@   thief that loses against another one tries again. Only one thread may push and pop, so the
//@   file has a main. BROKEN: there is no fence in pop. BROKEN_STEAL: there is no fence in steal.
//@   BROKEN_LAST: the last item is popped without a compare-exchange.
//@ why: The two fences see to it that of a pop that reads an old top and a thief that reads an old
//@   bottom one knows the other. BROKEN: the owner pops the second item while a thief who has
//@   stolen the first still reads the old bottom, and steals the second, too: TSO, RC11, C++20.
//@   BROKEN_STEAL: the same under RC11 and C++20. BROKEN_LAST: owner and thief get the last item,
//@   under every model. RA has no fences: nothing is claimed there.
//@ linearizable: spec-deque.c
//@ sc,tso,rc11,cpp20: holds
//@ sc [-DBROKEN]: holds
//@ tso,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso [-DBROKEN_STEAL]: holds
//@ rc11,cpp20 [-DBROKEN_STEAL]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_LAST]: error
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ITEMS
#define ITEMS 8
#endif

typedef struct {
  atomic_long top, bottom;
  atomic_int values[ITEMS];
} deque_t;

void push_bottom(deque_t *deque, int value) {
  long bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed);
  atomic_store_explicit(&deque->values[bottom % ITEMS], value, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
}

static int take_top(deque_t *deque, long top) {
  return atomic_compare_exchange_strong_explicit(&deque->top, &top, top + 1, memory_order_seq_cst,
                                                 memory_order_relaxed);
}

int pop_bottom(deque_t *deque) {
  long bottom = atomic_load_explicit(&deque->bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&deque->bottom, bottom, memory_order_relaxed);
#ifndef BROKEN
  atomic_thread_fence(memory_order_seq_cst);
#endif
  long top = atomic_load_explicit(&deque->top, memory_order_relaxed);
  int value = -1;
  if (top <= bottom) {
    value = atomic_load_explicit(&deque->values[bottom % ITEMS], memory_order_relaxed);
    if (top < bottom) return value;
#ifdef BROKEN_LAST
    atomic_store_explicit(&deque->top, top + 1, memory_order_seq_cst);
#else
    if (!take_top(deque, top)) value = -1;
#endif
  }
  atomic_store_explicit(&deque->bottom, bottom + 1, memory_order_relaxed);
  return value;
}

int steal(deque_t *deque) {
  for (;;) {
    long top = atomic_load_explicit(&deque->top, memory_order_acquire);
#ifndef BROKEN_STEAL
    atomic_thread_fence(memory_order_seq_cst);
#endif
    long bottom = atomic_load_explicit(&deque->bottom, memory_order_acquire);
    if (top >= bottom) return -1;
    int value = atomic_load_explicit(&deque->values[top % ITEMS], memory_order_relaxed);
    if (take_top(deque, top)) return value;
  }
}

static deque_t deque;

static void *thief(void *unused) {
  steal(&deque);
  steal(&deque);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, thief, NULL);
  push_bottom(&deque, 1);
  push_bottom(&deque, 2);
  pop_bottom(&deque);
  pthread_join(thread, NULL);
}
