//@ about: A counter under a pthread mutex. BROKEN: each thread has a mutex of its own.
//@ why: An execution is the order in which the threads get the mutex: 2 for two threads, 6 for three.
//@   Waiting for a mutex is not a loop of the program, so nothing is cut. BROKEN: the mutexes have nothing
//@   to do with each other, so the increments are not ordered, in any model.
//@ all: verified executions=2 blocked=0
//@ all [-DTHREADS=3]: verified executions=6 blocked=0
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *argument) {
  pthread_mutex_t *guard = argument;
  pthread_mutex_lock(guard);
  counter++;
  pthread_mutex_unlock(guard);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
#ifdef BROKEN
  static pthread_mutex_t others[THREADS];
#endif
  for (int i = 0; i < THREADS; i++) {
    pthread_mutex_t *guard = &mutex;
#ifdef BROKEN
    pthread_mutex_init(&others[i], NULL);
    guard = &others[i];
#endif
    pthread_create(&threads[i], NULL, worker, guard);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(counter == THREADS);
  return 0;
}
