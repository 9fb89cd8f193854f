//@ about: Lamport's bakery (L. Lamport, A new solution of Dijkstra's concurrent programming problem, CACM
//@   1974) for two threads, with seq_cst accesses. BROKEN: with release stores and acquire loads.
//@   NO_CHOOSING: without telling the other that a number is being chosen.
//@ why: The algorithm is made for SC. seq_cst accesses alone behave as under SC in RC11, and under TSO and
//@   PSO have the full fences that are needed. RA has nothing stronger than release/acquire: each thread
//@   can miss the other's number. BROKEN: so it is everywhere but in SC. NO_CHOOSING: both choose 1; the
//@   second thread enters before the first has written its number down, and the first, whose number is as
//@   small and which comes first by its name, enters, too; an interleaving, so in every model. Whoever
//@   comes second has acquired the zero that the first one left.
//@ sc,tso,pso,rc11: verified
//@ ra: error data-race
//@ sc [-DBROKEN]: verified
//@ tso,pso,ra,rc11 [-DBROKEN]: error data-race
//@ all [-DNO_CHOOSING]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

#ifndef NO_CHOOSING
static atomic_int choosing[2];
#endif
static atomic_int number[2];  // 0: does not want to enter

// Whether the other thread, with this number, goes first.
static int goes_first(int other, int others_number, int me, int my_number) {
  return others_number < my_number || (others_number == my_number && other < me);
}

static void lock(int me) {
  int other = 1 - me;

  // A number larger than the other's.
#ifndef NO_CHOOSING
  atomic_store_explicit(&choosing[me], 1, STORE);
#endif
  int mine = atomic_load_explicit(&number[other], LOAD) + 1;
  atomic_store_explicit(&number[me], mine, STORE);
#ifndef NO_CHOOSING
  atomic_store_explicit(&choosing[me], 0, STORE);

  // What the other one is about to choose may be smaller.
  while (atomic_load_explicit(&choosing[other], LOAD) == 1) {
  }
#endif

  int theirs;
  do {
    theirs = atomic_load_explicit(&number[other], LOAD);
  } while (theirs != 0 && goes_first(other, theirs, me, mine));
}

static void unlock(int me) {
  atomic_store_explicit(&number[me], 0, STORE);
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
