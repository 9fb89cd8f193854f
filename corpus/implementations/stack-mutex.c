//@ about: A stack that is an array under a mutex, with a condition variable for those who wait, as
//@   an implementation of the specification stack. At most CELLS items are in it. BROKEN: a pop
//@   that tries looks before it locks. BROKEN_WAKE: a push wakes up somebody only if the stack was
//@   empty. BROKEN_ORDER: pop takes the oldest item.
//@ why: Everything happens under the mutex, and each push wakes up one thread that waits. BROKEN:
//@   two threads see the only item, and the count falls below zero. BROKEN_WAKE: two threads wait
//@   and two items come before one of them runs: one sleeps on. BROKEN_ORDER: two pushes, and then
//@   a pop. All of them under every model.
//@ implements: stack
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_ORDER]: error
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#ifndef CELLS
#define CELLS 4
#endif

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t more;
  atomic_int count;  // atomic for BROKEN only
  int values[CELLS];
} lifo_t;

static int count_of(lifo_t *stack) {
  return atomic_load_explicit(&stack->count, memory_order_relaxed);
}

void push(lifo_t *stack, int value) {
  pthread_mutex_lock(&stack->mutex);
  int count = count_of(stack);
  assert(count < CELLS);
  stack->values[count] = value;
  atomic_store_explicit(&stack->count, count + 1, memory_order_relaxed);
#ifdef BROKEN_WAKE
  if (count == 0) pthread_cond_signal(&stack->more);
#else
  pthread_cond_signal(&stack->more);
#endif
  pthread_mutex_unlock(&stack->mutex);
}

/* With the mutex held, and if there is an item. */
static int remove_last(lifo_t *stack) {
  int count = count_of(stack) - 1;
  atomic_store_explicit(&stack->count, count, memory_order_relaxed);
#ifdef BROKEN_ORDER
  int value = stack->values[0];
  memmove(stack->values, stack->values + 1, count * sizeof(int));
  return value;
#else
  return stack->values[count];
#endif
}

int try_pop(lifo_t *stack) {
#ifdef BROKEN
  if (count_of(stack) == 0) return -1;
  pthread_mutex_lock(&stack->mutex);
  int value = remove_last(stack);
#else
  pthread_mutex_lock(&stack->mutex);
  int value = count_of(stack) == 0 ? -1 : remove_last(stack);
#endif
  pthread_mutex_unlock(&stack->mutex);
  return value;
}

int pop(lifo_t *stack) {
  pthread_mutex_lock(&stack->mutex);
  while (count_of(stack) == 0) pthread_cond_wait(&stack->more, &stack->mutex);
  int value = remove_last(stack);
  pthread_mutex_unlock(&stack->mutex);
  return value;
}
