//@ about: A pthread barrier is destroyed while threads may come to it. FIXED: after one of them has left it,
//@   when all have arrived. FREED: its memory is freed instead, or too.
//@ why: Nothing orders the end of the barrier with the arrivals. FIXED: a thread leaves after both arrivals.
//@   FREED: arriving is an access to the memory.
//@ all: error invalid-synchronisation
//@ all [-DFIXED]: verified executions=1 blocked=0
//@ all [-DFIXED -DFREED]: verified executions=1 blocked=0
//@ all [-DFREED]: error use-after-free
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *worker(void *argument) {
  pthread_barrier_wait(argument);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, NULL, 2);
  pthread_create(&first, NULL, worker, barrier);
  pthread_create(&second, NULL, worker, barrier);
#ifdef FIXED
  pthread_join(first, NULL);
#endif
#if !defined(FREED) || defined(FIXED)
  pthread_barrier_destroy(barrier);
#endif
#ifdef FREED
  free(barrier);
#endif
  pthread_exit(NULL);
}
