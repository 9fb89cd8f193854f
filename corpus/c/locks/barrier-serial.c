//@ about: N threads meet at a pthread barrier, ROUNDS times, and the serial thread of each round counts
//@   itself. FREE: the serial thread destroys the barrier and frees its memory, although others may not have
//@   left yet. RACY: the serial thread writes a variable behind the barrier, and so do the others. WRAPPED:
//@   the result goes through a function of the program. IGNORED: no thread looks at the result.
//@ why: Any one of the N threads of a round may be the serial one, whatever the others are: N ^ ROUNDS
//@   executions, in which the additions are ordered by the rounds. FREE: a thread that leaves does not use the
//@   memory of the barrier any more. RACY: being told who the serial thread is orders nothing. IGNORED: no
//@   thread learns who it is, so there is one execution.
//@ all: verified executions=2 blocked=0
//@ all rf: verified executions=2 blocked=0
//@ all [-DN=3 -DROUNDS=2]: verified executions=9 blocked=0
//@ all rf [-DN=3 -DROUNDS=2]: verified executions=9 blocked=0
//@ all [-DN=5]: verified executions=5 blocked=0
//@ all [-DN=3 -DFREE]: verified executions=3 blocked=0
//@ all [-DN=3 -DWRAPPED]: verified executions=3 blocked=0
//@ all [-DN=3 -DIGNORED]: verified executions=1 blocked=0
//@ all [-DRACY]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static pthread_barrier_t *barrier;
static int serial_threads[ROUNDS];  // written by the serial thread of the round only

static int meet(void) { return pthread_barrier_wait(barrier); }

static void *worker(void *argument) {
  (void)argument;
  for (int round = 0; round < ROUNDS; round++) {
#ifdef WRAPPED
    int result = meet();
#else
    int result = pthread_barrier_wait(barrier);
#endif
#ifdef IGNORED
    result = 0;
#endif
#ifdef RACY
    serial_threads[round] = result == PTHREAD_BARRIER_SERIAL_THREAD;
#else
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) {
      serial_threads[round]++;
#ifdef FREE
      pthread_barrier_destroy(barrier);
      free(barrier);
#endif
    }
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, NULL, N);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
#ifndef IGNORED
  for (int round = 0; round < ROUNDS; round++) assert(serial_threads[round] == 1);
#endif
#ifndef FREE
  pthread_barrier_destroy(barrier);
  free(barrier);
#endif
  return 0;
}
