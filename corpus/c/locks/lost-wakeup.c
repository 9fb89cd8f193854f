//@ about: A thread waits for an event that another one announces. BROKEN: the announcement is made
//@   without the mutex, which looks harmless since the flag is atomic.
//@ why: With the mutex the flag cannot change between the waiter's look at it and its sleep. BROKEN: it
//@   can, and the wake-up comes before the sleep; an interleaving, so in every model. A waiter that
//@   wakes up spuriously, looks and waits again might as well have gone on waiting.
//@ all: verified
//@ all [-DBROKEN]: error deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_bool happened;

static void *waiter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&happened)) {
    pthread_cond_wait(&changed, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *announcer(void *unused) {
  (void)unused;
#ifndef BROKEN
  pthread_mutex_lock(&mutex);
#endif
  atomic_store(&happened, true);
  pthread_cond_broadcast(&changed);
#ifndef BROKEN
  pthread_mutex_unlock(&mutex);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, waiter, NULL);
  pthread_create(&second, NULL, announcer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
