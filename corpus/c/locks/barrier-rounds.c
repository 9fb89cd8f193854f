//@ about: N threads meet at a pthread barrier, ROUNDS times. In each round, each thread leaves a value for
//@   its neighbour, who reads it behind the barrier. RACY: the values of all rounds are in one place, so
//@   that a thread may write the next one while its neighbour still reads. HEAP: the barrier is a part of a
//@   structure on the heap. TWO: a second barrier keeps the threads from writing before all have read.
//@   LOOSE: one of the threads does not come to the last round.
//@ why: A round is full when all N threads have arrived in it. Which of them came first is not a difference
//@   between executions, since no thread learns it. All reads are of values that were written before the
//@   last meeting. So there is one execution. RACY: nothing orders the read behind a round with the write
//@   before the next one. TWO: the second meeting does. LOOSE: the others wait for ever.
//@ all: verified executions=1 blocked=0
//@ all rf: verified executions=1 blocked=0
//@ all [-DN=3]: verified executions=1 blocked=0
//@ all rf [-DN=3]: verified executions=1 blocked=0
//@ all [-DN=5 -DROUNDS=2]: verified executions=1 blocked=0
//@ all [-DN=8 -DROUNDS=2]: verified executions=1 blocked=0
//@ all [-DN=8 -DROUNDS=1]: verified executions=1 blocked=0
//@ all [-DN=3 -DROUNDS=3 -DHEAP]: verified executions=1 blocked=0
//@ all [-DN=3 -DTWO]: verified executions=1 blocked=0
//@ all [-DN=3 -DRACY]: error data-race
//@ all [-DN=3 -DLOOSE]: error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#if defined(RACY) || defined(TWO)
#define PLACES 1
#else
#define PLACES ROUNDS
#endif

struct meeting {
  int number;
  pthread_barrier_t barrier, second;
};

#ifdef HEAP
static struct meeting *meeting;
#else
static struct meeting only;
static struct meeting *const meeting = &only;
#endif
static int left_for[PLACES][N];

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; round++) {
#ifdef LOOSE
    if (me == 1 && round == ROUNDS - 1) return NULL;
#endif
    left_for[round % PLACES][(me + 1) % N] = round + 1;
    pthread_barrier_wait(&meeting->barrier);
    assert(left_for[round % PLACES][me] == round + 1);
#ifdef TWO
    pthread_barrier_wait(&meeting->second);
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
#ifdef HEAP
  meeting = malloc(sizeof *meeting);
#endif
  pthread_barrier_init(&meeting->barrier, NULL, N);
  pthread_barrier_init(&meeting->second, NULL, N);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&meeting->barrier);
  pthread_barrier_destroy(&meeting->second);
#ifdef HEAP
  free(meeting);
#endif
  return 0;
}
