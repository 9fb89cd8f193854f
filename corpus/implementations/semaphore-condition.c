//@ about: A semaphore as a monitor (Hoare, Monitors: an operating system structuring concept, CACM
//@   1974, the example single resource) with a POSIX mutex and condition variable, as an
//@   implementation of the specification semaphore. BROKEN: a give wakes somebody up only if there
//@   was no permit. BROKEN_IF: a take looks only once whether there is a permit.
//@ why: Everything happens under the mutex, and each give wakes up one thread that waits, so no
//@   permit stays while somebody waits. BROKEN: two threads wait, and the second of two gives finds
//@   the permit of the first one: one thread sleeps on. BROKEN_IF: a thread that is woken up finds
//@   that another one was faster, and takes a permit that is not there. Both under every model.
//@ implements: semaphore
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --threads 3 --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_IF --calls 1]: error
#include <pthread.h>
#include <stddef.h>

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t more;
  int permits;
} gate_t;

void sem_make(gate_t *gate, int permits) {
  pthread_mutex_init(&gate->mutex, NULL);
  pthread_cond_init(&gate->more, NULL);
  gate->permits = permits;
}

void sem_give(gate_t *gate) {
  pthread_mutex_lock(&gate->mutex);
#ifdef BROKEN
  if (gate->permits++ == 0) pthread_cond_signal(&gate->more);
#else
  gate->permits++;
  pthread_cond_signal(&gate->more);
#endif
  pthread_mutex_unlock(&gate->mutex);
}

void sem_take(gate_t *gate) {
  pthread_mutex_lock(&gate->mutex);
#ifdef BROKEN_IF
  if (gate->permits <= 0) pthread_cond_wait(&gate->more, &gate->mutex);
#else
  while (gate->permits <= 0) pthread_cond_wait(&gate->more, &gate->mutex);
#endif
  gate->permits--;
  pthread_mutex_unlock(&gate->mutex);
}

int sem_try_take(gate_t *gate) {
  pthread_mutex_lock(&gate->mutex);
  int taken = gate->permits > 0;
  if (taken) gate->permits--;
  pthread_mutex_unlock(&gate->mutex);
  return taken;
}
