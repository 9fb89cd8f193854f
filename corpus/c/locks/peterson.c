//@ about: Peterson's mutual exclusion for two threads (G. L. Peterson, Myths about the mutual exclusion
//@   problem, IPL 1981), with seq_cst accesses. FENCES: with relaxed accesses and seq_cst fences. BROKEN:
//@   with release stores and acquire loads. ONE_FENCE: FENCES without the one between the two stores.
//@ why: The algorithm is made for SC. seq_cst accesses alone behave as under SC in RC11, and under TSO
//@   and PSO have the full fences that are needed; FENCES: whichever order the stores of turn have, the
//@   thread that writes it first has raised its flag before a fence that comes before the other's second
//@   one. RA has nothing stronger than release/acquire, so each thread can miss that the other has raised
//@   its flag. BROKEN: so it is everywhere but in SC. ONE_FENCE: the flag may be seen raised later than
//@   turn is seen changed, under PSO and RC11; TSO keeps stores in order. Whoever comes second has
//@   acquired the flag that the first one lowered. Count, with seq_cst accesses: two orders of the stores
//@   of turn. Whoever stores last sees the other's flag raised, which makes it wait, or lowered. The
//@   other one sees no flag, or a flag and that it is its turn, and enters: 2 executions, and 2 blocked
//@   since the last one waits; or a flag and not its turn: then both wait, 1 blocked.
//@ sc,tso,pso,rc11 [--no-awaits --no-loop-purity]: verified executions=4 blocked=6
//@ sc,tso,pso,rc11: verified executions=4
//@ ra: error data-race
//@ sc,tso,pso,rc11 [-DFENCES]: verified
//@ ra [-DFENCES]: error data-race
//@ sc [-DBROKEN --no-awaits --no-loop-purity]: verified executions=4 blocked=6
//@ sc [-DBROKEN]: verified executions=4
//@ tso,pso,ra,rc11 [-DBROKEN]: error data-race
//@ sc,tso [-DFENCES -DONE_FENCE]: verified
//@ pso,ra,rc11 [-DFENCES -DONE_FENCE]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#if defined FENCES
#define LOAD memory_order_acquire
#define STORE memory_order_relaxed
#define UNLOCK memory_order_release
#define FULL_FENCE() atomic_thread_fence(memory_order_seq_cst)
#elif defined BROKEN
#define LOAD memory_order_acquire
#define STORE memory_order_release
#define UNLOCK memory_order_release
#define FULL_FENCE() ((void)0)
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#define UNLOCK memory_order_seq_cst
#define FULL_FENCE() ((void)0)
#endif

static atomic_int flag[2];  // who wants to enter
static atomic_int turn;     // who goes first if both want to

static void lock(int me) {
  int other = 1 - me;
  atomic_store_explicit(&flag[me], 1, STORE);
#ifndef ONE_FENCE
  FULL_FENCE();
#endif
  atomic_store_explicit(&turn, other, STORE);
  FULL_FENCE();
  while (atomic_load_explicit(&flag[other], LOAD) == 1 &&
         atomic_load_explicit(&turn, LOAD) == other) {
  }
}

static void unlock(int me) {
  atomic_store_explicit(&flag[me], 0, UNLOCK);
}

static int counter;  // the lock is there for this

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  lock(me);
  counter++;
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, (void *)0);
  pthread_create(&second, NULL, worker, (void *)1);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
