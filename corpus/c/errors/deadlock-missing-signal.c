//@ about: A waiter and a condition variable that nobody signals after the condition has come true. FIXED signals.
//@ why: If the waiter is first, it waits for ever. With the signal sent under the mutex it is either not yet
//@   waiting, and then sees the flag, or it is woken, once, since there are no spurious wake-ups here.
//@ options: --no-spurious
//@ all: error deadlock
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t waiting;
  pthread_create(&waiting, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  ready = 1;
#ifdef FIXED
  pthread_cond_signal(&changed);
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(waiting, NULL);
}
