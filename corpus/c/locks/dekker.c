//@ about: Dekker's mutual exclusion for two threads (E. W. Dijkstra, Cooperating sequential processes,
//@   1965), with seq_cst accesses. FENCES: with relaxed accesses and fences. BROKEN: with release stores
//@   and acquire loads.
//@ why: The algorithm is made for SC. seq_cst accesses alone behave as under SC in RC11, and under TSO
//@   and PSO have the full fences that are needed; FENCES puts one between raising the flag and looking
//@   at the other's, so that not both miss the other's. RA has nothing stronger than release/acquire, so
//@   both can. BROKEN: so it is everywhere but in SC. Whoever comes second has acquired the flag that the
//@   first one lowered. Count, with seq_cst accesses: if the second thread enters first, 1 execution.
//@   Else the first one sees the other's flag not yet raised (then the second enters at once when it may,
//@   or steps back first) or taken back: 3. Blocked: the first one sees the other's flag raised; the
//@   other has entered (and the turn read is the initial one or the one that it left) or stepped back: 3.
//@   Or the first one enters: the second waits with its flag raised, before or after a step back, or
//@   waits for its turn: 3 if the first has seen no flag, 2 if it has seen it taken back.
//@ sc,tso,pso,rc11 [--no-awaits --no-loop-purity]: verified executions=4 blocked=8
//@ sc,tso,pso,rc11: verified executions=4
//@ ra: error data-race
//@ sc,tso,pso,rc11 [-DFENCES]: verified
//@ ra [-DFENCES]: error data-race
//@ sc [-DBROKEN --no-awaits --no-loop-purity]: verified executions=4 blocked=8
//@ sc [-DBROKEN]: verified executions=4
//@ tso,pso,ra,rc11 [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#if defined FENCES
#define LOAD memory_order_relaxed
#define STORE memory_order_relaxed
#define FENCE(order) atomic_thread_fence(order)
#elif defined BROKEN
#define LOAD memory_order_acquire
#define STORE memory_order_release
#define FENCE(order) ((void)0)
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#define FENCE(order) ((void)0)
#endif

static atomic_int flag[2];  // who wants to enter
static atomic_int turn;     // who may insist if both want to

static void raise_flag(int me) {
  atomic_store_explicit(&flag[me], 1, STORE);
  FENCE(memory_order_seq_cst);
}

static void lock(int me) {
  int other = 1 - me;
  raise_flag(me);
  while (atomic_load_explicit(&flag[other], LOAD) == 1) {
    if (atomic_load_explicit(&turn, LOAD) != me) {
      // Step back until it is our turn.
      atomic_store_explicit(&flag[me], 0, STORE);
      while (atomic_load_explicit(&turn, LOAD) != me) {
      }
      raise_flag(me);
    }
  }
  FENCE(memory_order_acquire);
}

static void unlock(int me) {
  atomic_store_explicit(&turn, 1 - me, STORE);
  FENCE(memory_order_release);
  atomic_store_explicit(&flag[me], 0, STORE);
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
