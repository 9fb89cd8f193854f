//@ about: Figure 5 of Jonsson, Lång, Sagonas, Awaiting for Godot (FMCAD 2022): three threads add to x, and a fourth one
//@   waits until x is 3, which it is only if of 1, 1 and 3 the 3 has come and the others have not. With COUNT, N
//@   threads add 1 each, and one waits until COUNT of them have.
//@ why: The wait comes directly behind the 3, and then the others add, in 2 orders; or all three have added before it
//@   looks, in 3! orders, and it waits for ever: a livelock, or 2 executions and 6 blocked. If adds do not
//@   depend on each other, all that counts is which come before the wait: 1 and 1. COUNT: the adds have N! orders, and
//@   the wait one place in each; or it has missed that, unless it waits for all of them. If adds are
//@   independent, the choice of those before the wait is all: C(N, COUNT), and 1 blocked; all of 22: 1 execution.
//@ all: error livelock
//@ all [--no-liveness --engine graph]: verified executions=2 blocked=6
//@ sc [--no-liveness --engine trace --no-independent-adds]: verified executions=2 blocked=6
//@ sc [--no-liveness --engine trace]: verified executions=1 blocked=1
//@ all [-DCOUNT=3 -DN=3 --engine graph]: verified executions=6 blocked=0
//@ sc [-DCOUNT=3 -DN=3 --engine trace --no-independent-adds]: verified executions=6 blocked=0
//@ sc [-DCOUNT=3 -DN=3 --engine trace]: verified executions=1 blocked=0
//@ all [-DCOUNT=2 -DN=4 --no-liveness --engine graph]: verified executions=24 blocked=24
//@ sc [-DCOUNT=2 -DN=4 --no-liveness --engine trace --no-independent-adds]: verified executions=24 blocked=24
//@ sc [-DCOUNT=2 -DN=4 --no-liveness --engine trace]: verified executions=6 blocked=1
//@ sc [-DCOUNT=5 -DN=9 --no-liveness --engine trace]: verified executions=126 blocked=1
//@ sc [-DCOUNT=22 -DN=22 --engine trace]: verified executions=1 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifdef COUNT
#define AMOUNT(i) 1
#define AWAITED COUNT
#else
#define N 3
#define AMOUNT(i) ((i) < 2 ? 1 : 3)
#define AWAITED 3
#endif

static atomic_int x;

static void *add(void *amount) {
  atomic_fetch_add_explicit(&x, (int)(intptr_t)amount, memory_order_relaxed);
  return NULL;
}

static void *wait_for_sum(void *unused) {
  (void)unused;
  while (atomic_load_explicit(&x, memory_order_relaxed) != AWAITED) {
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, add, (void *)(intptr_t)AMOUNT(i));
  pthread_create(&threads[N], NULL, wait_for_sum, NULL);
  for (int i = 0; i <= N; i++) pthread_join(threads[i], NULL);
  return 0;
}
