//@ about: Two threads say that they want to go and wait until the other one does not: the beginning of every mutual
//@   exclusion, without what makes them not wait for each other. With ONE they do so in turn: one of them does
//@   not wait.
//@ why: Both say so, and wait for ever: 1 blocked, a livelock. Or one of them does not see the other, and that one sees
//@   it gone again: 2 executions; that both see the other one gone is impossible, and not to see each other
//@   is what the weaker models have: 3. With SEQ_CST they do not, but for RA, which has no such thing. ONE: the one that
//@   waits does not see the other one, or sees it gone again: 2, and nobody waits for ever.
//@ all: error livelock
//@ sc [--no-liveness]: verified executions=2 blocked=1
//@ tso,pso,ra,rc11 [--no-liveness]: verified executions=3 blocked=1
//@ sc,tso,pso,rc11 [-DSEQ_CST --no-liveness]: verified executions=2 blocked=1
//@ ra [-DSEQ_CST --no-liveness]: verified executions=3 blocked=1
//@ all [-DONE]: verified executions=2 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef SEQ_CST
#define ORDERING memory_order_seq_cst
#else
#define ORDERING memory_order_relaxed
#endif

static atomic_int wants[2];

static void go(int self, bool waits) {
  atomic_store_explicit(&wants[self], 1, ORDERING);
  while (waits && atomic_load_explicit(&wants[1 - self], ORDERING)) {
  }
  atomic_store_explicit(&wants[self], 0, ORDERING);
}

static void *first(void *unused) {
  (void)unused;
  go(0, true);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
#ifdef ONE
  go(1, false);
#else
  go(1, true);
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
