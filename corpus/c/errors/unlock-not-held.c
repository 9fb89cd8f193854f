//@ about: A mutex is unlocked that nobody holds, with OTHER by another thread than the one that holds it. FIXED
//@   locks it. With ERRORCHECK the mutex is of the kind for which the call returns EPERM instead.
//@ why: POSIX: undefined for a normal mutex, EPERM for one that checks errors.
//@ all: error unlock-not-held line 22
//@ all [-DOTHER]: error unlock-not-held line 22
//@ all [-DFIXED]: verified
//@ all [-DERRORCHECK]: verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#ifdef ERRORCHECK
static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void *unlock(void *unused) {
  (void)unused;
  int result = pthread_mutex_unlock(&lock);
#ifdef ERRORCHECK
  assert(result == EPERM);
#else
  assert(result == 0);
#endif
  return NULL;
}

int main(void) {
#if defined(FIXED)
  pthread_mutex_lock(&lock);
  unlock(NULL);
#elif defined(OTHER)
  pthread_t other;
  pthread_mutex_lock(&lock);
  pthread_create(&other, NULL, unlock, NULL);
  pthread_join(other, NULL);
#else
  unlock(NULL);
#endif
}
