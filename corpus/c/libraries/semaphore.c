//@ about: Threads pass a gate with P permits, each once: the shipped specification of semaphores. CODE: with
//@   a semaphore that is a counter and a compare-exchange loop.
//@ why: A take reads the initialisation, at most P times, or the give of a thread that is through. So an
//@   execution is a set of at most P lists of threads, and there are the sum of the Lah numbers L(N, k) for
//@   k up to P of them: N! for one permit, 60 = 24 + 36 for four threads and two permits, 73 with no limit that
//@   matters (OEIS A000262). With one permit the gate is a lock, and what it guards does not race; with two it is
//@   not, and it does.
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=3 --library semaphore]: verified executions=6
//@ rc11 [-DN=4 --library semaphore]: verified executions=24
//@ sc,rc11 [-DN=4 -DP=2 --library semaphore]: verified executions=60
//@ rc11 [-DN=4 -DP=4 --library semaphore]: verified executions=73
//@ sc,rc11 [-DN=3 -DP=2 -DGUARDS --library semaphore]: error data-race
//@ rc11 [-DN=3 -DFORGETS --library semaphore]: error deadlock
//@ sc,rc11 [-DN=3 -DCODE]: verified
//@ rc11 [-DN=3 -DP=2 -DGUARDS -DCODE]: error data-race
#include <pthread.h>
#include <stdatomic.h>

#ifndef P
#define P 1
#endif
#if P == 1
#define GUARDS
#endif

#ifdef CODE
typedef atomic_int gate_t;
static void sem_make(gate_t *gate, int permits) { atomic_init(gate, permits); }
static void sem_give(gate_t *gate) { atomic_fetch_add_explicit(gate, 1, memory_order_release); }
static void sem_take(gate_t *gate) {
  for (;;) {
    int seen = atomic_load_explicit(gate, memory_order_relaxed);
    if (seen > 0 && atomic_compare_exchange_strong_explicit(gate, &seen, seen - 1, memory_order_acquire,
                                                            memory_order_relaxed))
      return;
  }
}
#else
typedef int gate_t;
void sem_make(gate_t *gate, int permits);
void sem_give(gate_t *gate);
void sem_take(gate_t *gate);
#endif

static gate_t gate;
static int visitors;

static void *pass(void *unused) {
  (void)unused;
  sem_take(&gate);
#ifdef GUARDS
  visitors++;
#endif
#ifndef FORGETS
  sem_give(&gate);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  sem_make(&gate, P);
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, pass, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return visitors < 0;
}
