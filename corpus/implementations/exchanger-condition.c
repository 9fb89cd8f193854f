//@ about: An exchanger as a monitor with three states, as java.util.concurrent.Exchanger of Java 5
//@   was built on a lock and a condition, as an implementation of the specification exchanger.
//@   BROKEN: the exchanger is open for the next pair before the first thread has its value.
//@   BROKEN_WAKE: one thread is woken up instead of all.
//@ why: Everything happens under the mutex. A third thread waits until the first one of a pair has
//@   read its value. BROKEN: a third thread comes first, and the first one waits for another
//@   partner: three threads, of which two wait, or four, of which two get the same value; under
//@   every model. BROKEN_WAKE: the thread woken up is not the first one of the pair but a third
//@   one, which cannot go on: three threads, of which two wait, or four; under every model.
//@ implements: exchanger
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_WAKE --threads 4 --calls 1 --messages 0]: error
#include <pthread.h>

enum { EMPTY, ONE_WAITS, BOTH_HERE };

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int state;
  int first, second;  // values
} exchanger_t;

static void change(exchanger_t *exchanger, int state) {
  exchanger->state = state;
#ifdef BROKEN_WAKE
  pthread_cond_signal(&exchanger->changed);
#else
  pthread_cond_broadcast(&exchanger->changed);
#endif
}

int exchange(exchanger_t *exchanger, int value) {
  int theirs;
  pthread_mutex_lock(&exchanger->mutex);
  while (exchanger->state == BOTH_HERE) {
    pthread_cond_wait(&exchanger->changed, &exchanger->mutex);
  }
  if (exchanger->state == EMPTY) {
    exchanger->first = value;
    exchanger->state = ONE_WAITS;  // nobody waits for that
#ifdef BROKEN
    while (exchanger->state == ONE_WAITS) {
#else
    while (exchanger->state != BOTH_HERE) {
#endif
      pthread_cond_wait(&exchanger->changed, &exchanger->mutex);
    }
    theirs = exchanger->second;
    change(exchanger, EMPTY);
  } else {
    theirs = exchanger->first;
    exchanger->second = value;
#ifdef BROKEN
    change(exchanger, EMPTY);
#else
    change(exchanger, BOTH_HERE);
#endif
  }
  pthread_mutex_unlock(&exchanger->mutex);
  return theirs;
}
