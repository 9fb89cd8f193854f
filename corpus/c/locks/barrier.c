//@ about: Two threads compute half of a result each, meet at a pthread barrier, and look at both halves.
//@   BROKEN: they do not wait for each other. WRONG_COUNT: the barrier waits for one thread more than there
//@   is.
//@ why: All that a thread did before the barrier happens before what any thread does after it. BROKEN: a
//@   half is read while it is written, in every model. WRONG_COUNT: both wait for a third thread for ever.
//@ all: verified
//@ all [-DBROKEN]: error data-race
//@ all [-DWRONG_COUNT]: error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifdef WRONG_COUNT
#define EXPECTED 3
#else
#define EXPECTED 2
#endif

static pthread_barrier_t barrier;
static int half[2];
static int sum[2];         // as each thread has seen the halves
static atomic_int chosen;  // how many threads the barrier has called serial

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  half[me] = me + 1;
#ifndef BROKEN
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    atomic_fetch_add(&chosen, 1);
  }
#endif
  sum[me] = half[0] + half[1];
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_barrier_init(&barrier, NULL, EXPECTED);
  pthread_create(&first, NULL, worker, (void *)0);
  pthread_create(&second, NULL, worker, (void *)1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_barrier_destroy(&barrier);
  assert(sum[0] == 3 && sum[1] == 3);
  assert(atomic_load(&chosen) == 1);
  return 0;
}
