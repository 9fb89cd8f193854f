//@ about: A table of operations, a callback with context and a pointer to a function handed to another thread.
//@ why: Two threads apply commuting operations in a lock; the result is the same in both orders. With WRONG they do
//@   not commute, and (1 + 5) * 3 differs from 1 * 3 + 5.
//@ all: verified executions=2
//@ all [-DWRONG]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int multiply(int a, int b) { return a * b; }

static operation *const operations[] = {add, multiply};

struct task {
  operation *apply;
  int operand;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = 1;

static void *run(void *argument) {
  struct task *task = argument;
  pthread_mutex_lock(&lock);
  value = task->apply(value, task->operand);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static int fold(operation *apply, const int *numbers, int count, int start) {
  for (int i = 0; i < count; i++) start = apply(start, numbers[i]);
  return start;
}

int main(void) {
  const int numbers[] = {1, 2, 3, 4};
  assert(fold(operations[0], numbers, 4, 0) == 10);
  assert(fold(operations[1], numbers, 4, 1) == 24);

  static struct task first, second;
  first = (struct task){operations[0], 5};
#ifdef WRONG
  second = (struct task){operations[1], 3};
#else
  second = (struct task){operations[0], 3};
#endif
  pthread_t one, two;
  pthread_create(&one, NULL, run, &first);
  pthread_create(&two, NULL, run, &second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
#ifdef WRONG
  assert(value == 18);
#else
  assert(value == 9);
#endif
}
