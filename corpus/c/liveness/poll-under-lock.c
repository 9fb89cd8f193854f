//@ about: A thread polls a flag under a mutex, which it releases in each round; the thread that sets the flag needs the mutex,
//@   too. OUTSIDE: it needs it before, not while it sets the flag. HELD: the
//@   poller forgets to release the mutex. NEVER: nobody sets the flag.
//@ why: The mutex is free in each round, and whoever waits for it gets it: it ends. HELD: the other thread never gets the
//@   mutex, and the poller polls for ever; if it comes first. NEVER: it polls for ever in any case. Both are interleavings, so under
//@   every model.
//@ all: verified
//@ all [-DOUTSIDE]: verified
//@ all [-DHELD]: error livelock
//@ all [-DNEVER]: error livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *poller(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&flag)) {
#ifndef HELD
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *setter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
#if !defined(OUTSIDE) && !defined(NEVER)
  atomic_store(&flag, 1);
#endif
  pthread_mutex_unlock(&mutex);
#ifdef OUTSIDE
  atomic_store(&flag, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, poller, NULL);
  pthread_create(&two, NULL, setter, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
