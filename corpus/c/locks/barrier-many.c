//@ about: THREADS threads come to a pthread barrier for two. REUSED: two threads, and then, after the barrier
//@   was destroyed and initialised again, three.
//@ why: Four threads that come in any of 4! orders form two rounds. A thread that waits in the first round
//@   goes on behind the second, the third or the fourth arrival: it may have seen the latter two or not,
//@   which makes 3 executions. A thread that waits in the second round sees the fourth arrival. So there are
//@   4! * 3 = 72. Of three threads, one waits for ever. REUSED: 2! orders of the first two, and 3! of the
//@   other three; of these, the first one that waits sees the third arrival, and so does the second one.
//@ all [-DTHREADS=4]: verified executions=72 blocked=0
//@ all [-DTHREADS=3]: error deadlock
//@ all [-DREUSED]: verified executions=12 blocked=0
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 2
#endif

static pthread_barrier_t barrier;

static void *worker(void *argument) {
  (void)argument;
  pthread_barrier_wait(&barrier);
  return NULL;
}

static void meet(int count) {
  pthread_t threads[4];
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  meet(THREADS);
  pthread_barrier_destroy(&barrier);
#ifdef REUSED
  pthread_barrier_init(&barrier, NULL, 3);
  meet(3);
  pthread_barrier_destroy(&barrier);
#endif
  return 0;
}
