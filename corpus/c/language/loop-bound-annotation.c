//@ about: A loop that counts how often it read 0, with a bound that the program itself gives it: in front of the loop or, with INSIDE,
//@   in it. With OTHER the bound belongs to another loop, which ends by itself, and the loop is followed up to the flag, for
//@   a number of rounds that ENDS limits. ERROR_IN_ROUND is the round in which an assertion fails: in the third one, the bound hides it.
//@ why: As without the annotation and with --unroll 2: a round that reads 0 may always be followed by another one. With OTHER the loop
//@   ends after 3 rounds at the latest, and the flag may be seen in each of 3 rounds or never: 4 executions.
//@ all: bounded
//@ all [-DINSIDE]: bounded
//@ all [-DERROR_IN_ROUND=2]: error assertion
//@ all [-DERROR_IN_ROUND=3]: bounded
//@ all [-DINSIDE -DERROR_IN_ROUND=2]: error assertion
//@ all [-DINSIDE -DERROR_IN_ROUND=3]: bounded
//@ all [-DOTHER]: verified executions=4 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ERROR_IN_ROUND
#define ERROR_IN_ROUND 100
#endif

void __VERIFIER_loop_bound(int bound);

static atomic_int flag;

static void *set(void *unused) {
  (void)unused;
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t setter;
  pthread_create(&setter, NULL, set, NULL);
  int round = 1;
#ifdef OTHER
  int sum = 0;
  __VERIFIER_loop_bound(5);
  for (int i = 0; i < 4; i++) sum += i;
  assert(sum == 6);
  while (round <= 3 && atomic_load(&flag) == 0) round++;
#else
#ifndef INSIDE
  __VERIFIER_loop_bound(2);
#endif
  while (atomic_load(&flag) == 0) {
#ifdef INSIDE
    __VERIFIER_loop_bound(2);
#endif
    assert(round != ERROR_IN_ROUND);
    round++;
  }
#endif
  pthread_join(setter, NULL);
}
