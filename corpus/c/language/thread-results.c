//@ about: Results of threads: returned, given to pthread_exit deep inside a call, and a pointer to the heap. A
//@   thread creates a thread of its own; the ids compare as they should.
//@ why: The threads share nothing but what creation and join order: one execution.
//@ all: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void leave(intptr_t result) { pthread_exit((void *)result); }

static void *returns(void *argument) { return (void *)((intptr_t)argument * 2); }

static void *exits(void *argument) {
  leave((intptr_t)argument + 1);
  assert(0);
  return NULL;
}

static void *allocates(void *argument) {
  pthread_t inner;
  void *doubled;
  pthread_create(&inner, NULL, returns, argument);
  assert(!pthread_equal(inner, pthread_self()));
  pthread_join(inner, &doubled);
  intptr_t *result = malloc(sizeof *result);
  *result = (intptr_t)doubled;
  return result;
}

int main(void) {
  pthread_t first, second, third;
  void *one, *two, *three;
  pthread_create(&first, NULL, returns, (void *)10);
  pthread_create(&second, NULL, exits, (void *)10);
  pthread_create(&third, NULL, allocates, (void *)10);
  assert(!pthread_equal(first, second) && pthread_equal(pthread_self(), pthread_self()));
  pthread_join(third, &three);
  pthread_join(first, &one);
  pthread_join(second, &two);
  assert((intptr_t)one == 20 && (intptr_t)two == 11 && *(intptr_t *)three == 20);
  free(three);
}
