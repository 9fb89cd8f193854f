//@ about: Static local variables keep their values between calls and are shared by all threads.
//@ why: Without the lock the calls of two threads race; with FIXED each number is given out once, in 2 orders.
//@ all: error data-race
//@ all [-DFIXED]: verified executions=2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next_number(void) {
  static int last = 100;
#ifdef FIXED
  pthread_mutex_lock(&lock);
#else
  (void)lock;
#endif
  int number = ++last;
#ifdef FIXED
  pthread_mutex_unlock(&lock);
#endif
  return number;
}

static void *draw(void *number) {
  *(int *)number = next_number();
  return NULL;
}

int main(void) {
  static int first_number, second_number;
  pthread_t first, second;
  pthread_create(&first, NULL, draw, &first_number);
  pthread_create(&second, NULL, draw, &second_number);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(first_number + second_number == 203);
  assert(next_number() == 103);
}
