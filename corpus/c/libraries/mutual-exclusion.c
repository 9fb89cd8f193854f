//@ about: Algorithms for mutual exclusion, written with registers: the shipped specification of sequentially
//@   consistent registers. CODE: with seq_cst variables.
//@ why: These algorithms are right under sequential consistency, which the registers have under every memory model.
//@   What the critical section protects is atomic, since registers pass nothing on. The loops wait, and end.
//@   Nothing orders the two stores and loads by which threads first look at each other if registers have release and
//@   acquire only: then both enter. crates/cli/tests/command/libraries.rs compares the numbers of executions.
//@ sc,tso,pso,ra,rc11,cpp20 [-DPETERSON --library register]: verified
//@ sc,tso,pso,ra,rc11,cpp20 [-DDEKKER --library register]: verified
//@ sc,tso,pso,ra,rc11,cpp20 [-DSZYMANSKI --library register]: verified
//@ sc,tso,pso,ra,rc11,cpp20 [-DBAKERY --library register]: verified
//@ sc,tso,pso,ra,rc11,cpp20 [-DLAMPORT --library register]: verified
//@ sc [-DPETERSON -DCODE]: verified
//@ sc [-DDEKKER -DCODE]: verified
//@ sc [-DSZYMANSKI -DCODE]: verified
//@ sc [-DBAKERY -DCODE]: verified
//@ sc [-DLAMPORT -DCODE]: verified
//@ ra,rc11 [-DPETERSON --library release-acquire-register]: error assertion
//@ ra,rc11 [-DDEKKER --library release-acquire-register]: error assertion
//@ ra,rc11 [-DBAKERY --library release-acquire-register]: error assertion
//@ ra,rc11 [-DLAMPORT --library release-acquire-register]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CODE
typedef atomic_int reg_t;
static void reg_set(reg_t *r, int v) { atomic_store(r, v); }
static int reg_get(reg_t *r) { return atomic_load(r); }
#else
typedef int reg_t;
void reg_set(reg_t *r, int v);
int reg_get(reg_t *r);
#endif

#ifndef N
#define N 2
#endif
static atomic_int inside;

// G. L. Peterson, Myths about the Mutual Exclusion Problem, IPL 1981.
#if defined PETERSON
static reg_t wants[2], turn;
static void lock(int me) {
  reg_set(&wants[me], 1);
  reg_set(&turn, 1 - me);
  while (reg_get(&wants[1 - me]) && reg_get(&turn) == 1 - me) {}
}
static void unlock(int me) { reg_set(&wants[me], 0); }
// E. W. Dijkstra, Cooperating Sequential Processes, 1965.
#elif defined DEKKER
static reg_t wants[2], turn;
static void lock(int me) {
  reg_set(&wants[me], 1);
  while (reg_get(&wants[1 - me])) {
    if (reg_get(&turn) != me) {
      reg_set(&wants[me], 0);
      while (reg_get(&turn) != me) {}
      reg_set(&wants[me], 1);
    }
  }
}
static void unlock(int me) {
  reg_set(&turn, 1 - me);
  reg_set(&wants[me], 0);
}
// B. K. Szymanski, A Simple Solution to Lamport's Concurrent Programming Problem, ICS 1988, for two threads.
#elif defined SZYMANSKI
static reg_t flag[N];
static void lock(int me) {
  int other = 1 - me;
  reg_set(&flag[me], 1);
  while (reg_get(&flag[other]) >= 3) {}
  reg_set(&flag[me], 3);
  if (reg_get(&flag[other]) == 1) {
    reg_set(&flag[me], 2);
    while (reg_get(&flag[other]) != 4) {}
  }
  reg_set(&flag[me], 4);
  if (me == 1) while (reg_get(&flag[0]) >= 2) {}
}
static void unlock(int me) {
  int other = 1 - me, seen;
  if (me == 0)
    do seen = reg_get(&flag[other]); while (seen == 2 || seen == 3);
  reg_set(&flag[me], 0);
}
// L. Lamport, A New Solution of Dijkstra's Concurrent Programming Problem, CACM 1974.
#elif defined BAKERY
static reg_t choosing[N], number[N];
static void lock(int me) {
  reg_set(&choosing[me], 1);
  int most = 0;
  for (int i = 0; i < N; i++) {
    int n = reg_get(&number[i]);
    if (n > most) most = n;
  }
  int mine = most + 1;
  reg_set(&number[me], mine);
  reg_set(&choosing[me], 0);
  for (int i = 0; i < N; i++) {
    if (i == me) continue;
    while (reg_get(&choosing[i])) {}
    for (;;) {
      int n = reg_get(&number[i]);
      if (n == 0 || n > mine || (n == mine && i > me)) break;
    }
  }
}
static void unlock(int me) { reg_set(&number[me], 0); }
// L. Lamport, A Fast Mutual Exclusion Algorithm, ACM TOCS 1987.
#elif defined LAMPORT
static reg_t trying[N], x, y;
static void lock(int me) {
  for (;;) {
    reg_set(&trying[me], 1);
    reg_set(&x, me + 1);
    if (reg_get(&y) != 0) {
      reg_set(&trying[me], 0);
      while (reg_get(&y) != 0) {}
      continue;
    }
    reg_set(&y, me + 1);
    if (reg_get(&x) != me + 1) {
      reg_set(&trying[me], 0);
      for (int i = 0; i < N; i++) while (reg_get(&trying[i])) {}
      if (reg_get(&y) != me + 1) {
        while (reg_get(&y) != 0) {}
        continue;
      }
    }
    return;
  }
}
static void unlock(int me) {
  reg_set(&y, 0);
  reg_set(&trying[me], 0);
}
#endif

static void *work(void *argument) {
  int me = (int)(long)argument;
  lock(me);
  assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
  atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(inside == 0);
}
