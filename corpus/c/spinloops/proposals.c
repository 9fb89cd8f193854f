//@ about: P threads propose a value each in one variable and wait for a decision. D threads wait for a proposal and
//@   write it to another variable. So several threads write to each variable that threads wait for, and some of them
//@   only after they have waited.
//@ why: Each of the D threads reads any of P proposals, and each of the P threads any of D decisions. All of that is
//@   consistent whatever the orders of writes are: take the proposals in their order, each directly before those who
//@   read it, and then the decisions likewise. If executions are not distinguished by these orders, there are P^D D^P
//@   of them: 16 if P = D = 2, 72 if P = 3 and D = 2. If they are, P! D! times as many: 64, and 864. Nobody waits for
//@   ever, since no value is 0. With a value of 0 among the decisions (RETRACT, P = 1), only D - 1 of them can be
//@   read, and the proposer may wait for ever: D - 1 executions and a blocked one, whichever of the values is last.
//@ all rf: verified executions=16 blocked=0
//@ all: verified executions=64 blocked=0
//@ all rf [-DP=3]: verified executions=72 blocked=0
//@ rc11 [-DP=3]: verified executions=864 blocked=0
//@ all rf [-DP=3 -DD=3] slow: verified executions=729 blocked=0
//@ all rf [-DP=1 -DRETRACT]: error livelock
//@ all rf [-DP=1 -DRETRACT --no-liveness]: verified executions=1 blocked=1
//@ all rf [-DP=1 -DD=3 -DRETRACT --no-liveness]: verified executions=2 blocked=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef P
#define P 2
#endif
#ifndef D
#define D 2
#endif

static atomic_int proposal, decision;

static void *propose(void *argument) {
  atomic_store_explicit(&proposal, (int)(intptr_t)argument + 1, memory_order_release);
  int decided;
  while ((decided = atomic_load_explicit(&decision, memory_order_acquire)) == 0) {
  }
  assert(decided <= P);
  return NULL;
}

static void *decide(void *argument) {
  int seen;
  while ((seen = atomic_load_explicit(&proposal, memory_order_acquire)) == 0) {
  }
#ifdef RETRACT
  if ((intptr_t)argument == 0) seen = 0;
#endif
  atomic_store_explicit(&decision, seen, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t proposers[P], deciders[D];
  for (int i = 0; i < P; i++) pthread_create(&proposers[i], NULL, propose, (void *)(intptr_t)i);
  for (int i = 0; i < D; i++) pthread_create(&deciders[i], NULL, decide, (void *)(intptr_t)i);
  for (int i = 0; i < P; i++) pthread_join(proposers[i], NULL);
  for (int i = 0; i < D; i++) pthread_join(deciders[i], NULL);
  return 0;
}
