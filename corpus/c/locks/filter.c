//@ about: Peterson's filter lock for any number of threads (G. L. Peterson, Myths about the mutual
//@   exclusion problem, IPL 1981; Herlihy and Shavit, The Art of Multiprocessor Programming, section
//@   2.4), with seq_cst accesses. At each level the last to arrive waits. BROKEN: with release stores and
//@   acquire loads.
//@ why: The algorithm is made for SC. seq_cst accesses alone behave as under SC in RC11, and under TSO
//@   and PSO have the full fences that are needed. RA has nothing stronger than release/acquire: each
//@   thread can miss that the others are there. BROKEN: so it is everywhere but in SC. Count: two threads
//@   are Peterson's two, 4 executions and 6 blocked.
//@ sc,tso,pso,rc11 [-DTHREADS=2 --no-awaits --no-loop-purity]: verified executions=4 blocked=6
//@ sc,tso,pso,rc11 [-DTHREADS=2]: verified executions=4
//@ ra [-DTHREADS=2]: error data-race
//@ sc [-DTHREADS=2 -DBROKEN --no-awaits --no-loop-purity]: verified executions=4 blocked=6
//@ sc [-DTHREADS=2 -DBROKEN]: verified executions=4
//@ tso,pso,ra,rc11 [-DTHREADS=2 -DBROKEN]: error data-race
//@ ra: error data-race
//@ tso,pso,ra,rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,rc11: verified
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

#ifndef THREADS
#define THREADS 3
#endif

static atomic_int level[THREADS];   // how far each thread has come; 0: not interested
static atomic_int victim[THREADS];  // at each level, the last to arrive

static void lock(int me) {
  for (int here = 1; here < THREADS; here++) {
    atomic_store_explicit(&level[me], here, STORE);
    atomic_store_explicit(&victim[here], me, STORE);
    for (int distance = 1; distance < THREADS; distance++) {
      int other = (me + distance) % THREADS;
      while (atomic_load_explicit(&level[other], LOAD) >= here &&
             atomic_load_explicit(&victim[here], LOAD) == me) {
      }
    }
  }
}

static void unlock(int me) {
  atomic_store_explicit(&level[me], 0, STORE);
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
#if THREADS == 3
  pthread_t third;
  pthread_create(&third, NULL, worker, (void *)2);
  pthread_join(third, NULL);
#endif
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == THREADS);
  return 0;
}
