//@ about: Thread-local variables: each thread has its own copy with the initial value; with SHARED they are
//@   ordinary variables; a pointer to another thread's copy works while that thread lives.
//@ why: No two threads touch the same copy, except through the pointer, which is ordered by creation and join.
//@   SHARED variables race.
//@ all: verified executions=1 blocked=0
//@ all [-DSHARED]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef SHARED
#define LOCAL
#else
#define LOCAL _Thread_local
#endif

static LOCAL int counter = 10;
static LOCAL int *position = NULL;

static int next(void) {
  static LOCAL int calls;
  return ++calls;
}

static void *count(void *main_counter) {
  int start = counter;
  assert(start == 10 && position == NULL);
  counter++;
  position = &counter;
  next();
  assert(*position == 11 && next() == 2);
  if (main_counter != NULL) ++*(int *)main_counter;
  return NULL;
}

int main(void) {
  pthread_t first, second;
#ifndef SHARED
  counter = 20;
#endif
  pthread_create(&first, NULL, count, &counter);
  pthread_create(&second, NULL, count, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
#ifndef SHARED
  assert(counter == 21 && next() == 1);
#endif
}
