//@ about: A thread pushes two values, and another one pops them: the shipped specification of stacks. CODE: with an
//@   array under a lock. TRIES: it tries twice. AFTER: it pops when both values are there.
//@ why: The first pop finds either value: the first one if it comes between the pushes. The second pop finds the other
//@   one, so there are two executions. AFTER both pushes, 2 is popped first. TRIES: a call finds nothing before the
//@   first push, 1 between the pushes, and 2 after them, or what is left: nothing twice; 1 first, and then nothing or
//@   2; nothing first, and then 1 or 2; or 2 and 1. After 2 a call finds 1, which was pushed before. That makes 6.
//@ sc,tso,pso,ra,rc11,cpp20 [--library stack]: verified executions=2
//@ sc,rc11 [-DAFTER --library stack]: verified executions=1
//@ sc,tso,pso,ra,rc11,cpp20 [-DTRIES --library stack]: verified executions=6
//@ sc,rc11 [-DCODE]: verified
//@ sc,rc11 [-DTRIES -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef CODE
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t more;
  int count, values[4];
} stack_type;
static void push(stack_type *stack, int value) {
  pthread_mutex_lock(&stack->lock);
  stack->values[stack->count++] = value;
  pthread_cond_signal(&stack->more);
  pthread_mutex_unlock(&stack->lock);
}
static int pop(stack_type *stack) {
  pthread_mutex_lock(&stack->lock);
  while (stack->count == 0) pthread_cond_wait(&stack->more, &stack->lock);
  int value = stack->values[--stack->count];
  pthread_mutex_unlock(&stack->lock);
  return value;
}
static int try_pop(stack_type *stack) {
  pthread_mutex_lock(&stack->lock);
  int value = stack->count == 0 ? -1 : stack->values[--stack->count];
  pthread_mutex_unlock(&stack->lock);
  return value;
}
static stack_type stack = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, {0}};
#else
typedef long stack_type;
void push(stack_type *stack, int value);
int pop(stack_type *stack);
int try_pop(stack_type *stack);
static stack_type stack;
#endif

static int data[3];

static void *pusher(void *unused) {
  (void)unused;
  for (int value = 1; value <= 2; value++) {
    data[value] = value;
    push(&stack, value);
  }
  return NULL;
}

static int take(void) {
#ifdef TRIES
  int value = try_pop(&stack);
#else
  int value = pop(&stack);
#endif
  if (value > 0) assert(data[value] == value);
  return value;
}

static void *popper(void *unused) {
  (void)unused;
  int one = take(), other = take();
  assert(one == -1 || one != other);
  assert(one != 2 || other == 1);
#ifdef AFTER
  assert(one == 2);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pusher, NULL);
#ifdef AFTER
  pthread_join(threads[0], NULL);
#endif
  pthread_create(&threads[1], NULL, popper, NULL);
#ifndef AFTER
  pthread_join(threads[0], NULL);
#endif
  pthread_join(threads[1], NULL);
}
