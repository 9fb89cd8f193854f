//@ about: A deque under a mutex, to be compared with spec-deque.c. All threads may push and pop, as
//@   the specification allows. BROKEN: a thief looks whether there is an item before it locks.
//@ why: The critical sections are the linearization. BROKEN: two threads take the only item, and
//@   the second one takes what was never there, under every model.
//@ linearizable: spec-deque.c
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
#include <pthread.h>
#include <stdatomic.h>

#ifndef ITEMS
#define ITEMS 8
#endif

typedef struct {
  pthread_mutex_t mutex;
  atomic_int top, bottom;  // atomic for BROKEN only
  int values[ITEMS];
} deque_t;

static int count_of(deque_t *deque) {
  return atomic_load_explicit(&deque->bottom, memory_order_relaxed) -
         atomic_load_explicit(&deque->top, memory_order_relaxed);
}

void push_bottom(deque_t *deque, int value) {
  pthread_mutex_lock(&deque->mutex);
  int bottom = atomic_fetch_add_explicit(&deque->bottom, 1, memory_order_relaxed);
  deque->values[bottom % ITEMS] = value;
  pthread_mutex_unlock(&deque->mutex);
}

int pop_bottom(deque_t *deque) {
  int value = -1;
  pthread_mutex_lock(&deque->mutex);
  if (count_of(deque) > 0) {
    int bottom = atomic_fetch_sub_explicit(&deque->bottom, 1, memory_order_relaxed);
    value = deque->values[(bottom - 1) % ITEMS];
  }
  pthread_mutex_unlock(&deque->mutex);
  return value;
}

int steal(deque_t *deque) {
  int value = -1;
#ifdef BROKEN
  if (count_of(deque) == 0) return -1;
  pthread_mutex_lock(&deque->mutex);
#else
  pthread_mutex_lock(&deque->mutex);
  if (count_of(deque) > 0)
#endif
  {
    int top = atomic_fetch_add_explicit(&deque->top, 1, memory_order_relaxed);
    value = deque->values[top % ITEMS];
  }
  pthread_mutex_unlock(&deque->mutex);
  return value;
}
