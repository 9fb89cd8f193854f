//@ about: A barrier with a mutex, a condition variable and a number of rounds (Butenhof,
//@   Programming with POSIX Threads, 1997, section 7.1.1), as an implementation of the
//@   specification barrier. BROKEN: a thread waits until nobody is at the barrier, instead of until
//@   its round is over. BROKEN_WAKE: the last thread wakes up one other.
//@ why: Everything happens under the mutex. A thread leaves when the number of its round is no
//@   longer current. BROKEN: a thread that is fast arrives for the next round, and one that still
//@   has to leave the last one takes the arrival for its own round: both wait: two rounds, under
//@   every model. BROKEN_WAKE: of three threads one sleeps on, under every model.
//@ implements: barrier
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_WAKE --threads 3 --calls 1]: error
#include <pthread.h>
#include <stddef.h>

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t over;
  int size, arrived;
  unsigned round;
} meeting_t;

void barrier_make(meeting_t *barrier, int size) {
  pthread_mutex_init(&barrier->mutex, NULL);
  pthread_cond_init(&barrier->over, NULL);
  barrier->size = size;
  barrier->arrived = 0;
  barrier->round = 0;
}

void barrier_await(meeting_t *barrier) {
  pthread_mutex_lock(&barrier->mutex);
  unsigned round = barrier->round;
  if (++barrier->arrived == barrier->size) {
    barrier->arrived = 0;
    barrier->round++;
#ifdef BROKEN_WAKE
    pthread_cond_signal(&barrier->over);
#else
    pthread_cond_broadcast(&barrier->over);
#endif
  } else {
#ifdef BROKEN
    while (barrier->arrived != 0) pthread_cond_wait(&barrier->over, &barrier->mutex);
    (void)round;
#else
    while (barrier->round == round) pthread_cond_wait(&barrier->over, &barrier->mutex);
#endif
  }
  pthread_mutex_unlock(&barrier->mutex);
}
