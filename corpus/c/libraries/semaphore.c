//@ about: Threads pass a gate with P permits, each once: the shipped specification of semaphores. CODE: with
//@   a semaphore that is a counter and a compare-exchange loop.
//@ why: A take reads the initialisation, at most P times, or the give of a thread that is through. So an
//@   execution is a set of at most P lists of threads, and there are the sum of the Lah numbers L(N, k) for
//@   k up to P of them: N! for one permit, 60 = 24 + 36 for four threads and two permits, 73 with no limit that
//@   matters (OEIS A000262). With one permit the gate is a lock, and what it guards does not race; with two it is
//@   not, and it does.
//@   POLLS: a thread tries until it gets a permit; calls that get none change nothing. TRIES: a thread tries once. Of
//@   two threads with one permit, the first one gets it, and the other one gets none or what the first one has given
//@   back. It cannot be that both get none. DRAINS: one thread takes all of 100 permits, and the loop ends.
//@   PAIRS: N threads give a permit and N others take one, in N! ways.
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=3 --library semaphore]: verified executions=6
//@ rc11 [-DN=4 --library semaphore]: verified executions=24
//@ sc,rc11 [-DN=4 -DP=2 --library semaphore]: verified executions=60
//@ rc11 [-DN=4 -DP=4 --library semaphore]: verified executions=73
//@ sc,rc11 [-DN=3 -DP=2 -DGUARDS --library semaphore]: error data-race
//@ rc11 [-DN=3 -DFORGETS --library semaphore]: error deadlock
//@ sc,rc11 [-DN=3 -DPOLLS --library semaphore]: verified executions=6 blocked=0
//@ rc11 [-DN=2 -DPOLLS -DFORGETS --library semaphore]: error deadlock
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=2 -DTRIES --library semaphore]: verified executions=4
//@ sc,rc11 [-DN=1 -DP=100 -DDRAINS --library semaphore]: verified executions=1
//@ sc,rc11 [-DN=5 -DP=0 -DPAIRS --library semaphore]: verified executions=120
//@ sc,rc11 [-DN=2 -DTRIES -DCODE]: verified
//@ sc,rc11 [-DN=3 -DCODE]: verified
//@ rc11 [-DN=3 -DP=2 -DGUARDS -DCODE]: error data-race
#include <assert.h>
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
static int sem_try_take(gate_t *gate) {
  int seen = atomic_load_explicit(gate, memory_order_relaxed);
  while (seen > 0) {
    if (atomic_compare_exchange_strong_explicit(gate, &seen, seen - 1, memory_order_acquire,
                                                memory_order_relaxed))
      return 1;
  }
  return 0;
}
#else
typedef int gate_t;
void sem_make(gate_t *gate, int permits);
void sem_give(gate_t *gate);
void sem_take(gate_t *gate);
int sem_try_take(gate_t *gate);
#endif

static gate_t gate;
static int visitors;

static void *pass(void *unused) {
  (void)unused;
#if defined TRIES
  if (!sem_try_take(&gate)) return NULL;
#elif defined POLLS
  while (!sem_try_take(&gate)) {}
#elif defined DRAINS
  while (sem_try_take(&gate)) {}
#else
  sem_take(&gate);
#endif
#ifdef GUARDS
  visitors++;
#endif
#ifndef FORGETS
  sem_give(&gate);
#endif
  return NULL;
}

#ifdef PAIRS
enum { THREADS = 2 * N };
static void *give(void *unused) {
  (void)unused;
  sem_give(&gate);
  return NULL;
}
static void *take(void *unused) {
  (void)unused;
  sem_take(&gate);
  return NULL;
}
#define ROLE(i) ((i) < N ? take : give)
#else
enum { THREADS = N };
#define ROLE(i) pass
#endif

int main(void) {
  pthread_t threads[THREADS];
  sem_make(&gate, P);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, ROLE(i), NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
#ifdef TRIES
  assert(visitors > 0);
#endif
  return visitors < 0;
}
