//@ about: A compare-exchange that waits with one value only: it succeeds if x is 0, is repeated if x is 1, and gives up
//@   with any other. Two other threads change x by read-modify-writes; one of them waits until x is not 1.
//@ why: A plain enumeration of all orders of the accesses, in which those that wait come only with values that they go on
//@   with, yields 34 complete ones and 4 in which x remains 1. The latter never end. All accesses are to one location,
//@   where the models are alike.
//@ all: error livelock
//@ all [--no-liveness]: verified executions=34 blocked=4
//@ all [--no-liveness --no-awaits]: verified executions=34
//@ sc [--no-liveness --engine trace --no-independent-adds]: verified executions=34 blocked=4
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void add(int amount) {
  atomic_fetch_add_explicit(&x, amount, memory_order_relaxed);
}

static void *first(void *unused) {
  (void)unused;
  int seen;
  add(1);
  do {
    seen = 0;
  } while (!atomic_compare_exchange_strong_explicit(&x, &seen, 1, memory_order_relaxed, memory_order_relaxed) &&
           seen == 1);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&x, &expected, 2, memory_order_relaxed, memory_order_relaxed);
  add(-1);
  return NULL;
}

static void *third(void *unused) {
  (void)unused;
  while (atomic_load_explicit(&x, memory_order_relaxed) == 1) {
  }
  add(2);
  return NULL;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_create(&three, NULL, third, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
