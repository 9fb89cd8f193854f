//@ about: Two threads add to a plain variable. FIXED guards it with a mutex.
//@ why: Nothing orders the two accesses. With the mutex, who locks second knows what the first did; the order of
//@   the two critical sections is all that can differ, which makes 2 executions.
//@ all: error data-race
//@ all [-DFIXED]: verified executions=2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *increment(void *unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&lock);
#endif
  counter++;
#ifdef FIXED
  pthread_mutex_unlock(&lock);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  (void)lock;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
}
