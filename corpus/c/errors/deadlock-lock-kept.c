//@ about: A thread ends without unlocking, on its error path. FIXED unlocks on both paths.
//@ why: The second of the two threads ends with the lock held, and main, which wants it last, waits for ever. With
//@   FIXED the order of the two critical sections is all that can differ: 2 executions.
//@ all: error deadlock
//@ all [-DFIXED]: verified executions=2
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int uses;

static void *use(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  if (uses == 1) {
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
  }
  uses++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}
