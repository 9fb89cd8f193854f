//@ about: Initialisation that happens once, with a mutex and a condition variable, as the C library
//@   of some systems has pthread_once, as an implementation of the specification once. The mutex is
//@   not held while a thread initialises. BROKEN: the end wakes up one of those who wait.
//@   BROKEN_EARLY: the one that begins says at once that all is done.
//@ why: All is done under the mutex, which orders the calls as the specification wants. BROKEN: of
//@   two threads that wait one sleeps on: three threads under every model. BROKEN_EARLY: the others
//@   do not wait, under every model.
//@ implements: once
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --threads 3 --calls 1]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_EARLY]: error
#include <pthread.h>

enum { NEW = 0, BEGUN = 1, DONE = 3 };

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t ended;
  int state;
} once_state_t;

int once_begin(once_state_t *once) {
  pthread_mutex_lock(&once->mutex);
  while (once->state == BEGUN) pthread_cond_wait(&once->ended, &once->mutex);
  int seen = once->state;
#ifdef BROKEN_EARLY
  if (seen == NEW) once->state = DONE;
#else
  if (seen == NEW) once->state = BEGUN;
#endif
  pthread_mutex_unlock(&once->mutex);
  return seen;
}

void once_end(once_state_t *once) {
  pthread_mutex_lock(&once->mutex);
  once->state = DONE;
#ifdef BROKEN
  pthread_cond_signal(&once->ended);
#else
  pthread_cond_broadcast(&once->ended);
#endif
  pthread_mutex_unlock(&once->mutex);
}
