//@ about: LOOP-PEEL of Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for spinloops (FMCAD
//@   2021): one thread waits for x with a do loop, the other one reads x before its loop and at the end of each
//@   round.
//@ why: A reader sees 1, and then waits, or 0: of 2 * 2 executions one is complete. Without bisimilarity the second
//@   thread reads 0, or 1 and then 0, or 1 twice, found out by loop rotation or, without that, while the program
//@   runs: of 2 * 3 executions 2 are complete. If only the do loop is reduced and the other one followed for 2
//@   rounds, that one sees 1 zero, one or two times and then 0, or three times, which cuts it: 3 of 2 * 4. If neither
//@   is reduced: 3 * 3 of 4 * 4.
//@ all [--no-awaits --no-loop-purity]: verified executions=1 blocked=3
//@ all: verified executions=1
//@ all [--no-bisimilarity --no-awaits --no-loop-purity]: verified executions=2 blocked=4
//@ all [--no-bisimilarity --no-loop-rotation --no-awaits --no-loop-purity]: verified executions=2 blocked=4
//@ all [--no-bisimilarity --no-dynamic-spin-assume --no-redundant-iterations --no-awaits --no-loop-purity]: verified executions=2 blocked=4
//@ all [--no-bisimilarity --no-loop-rotation --no-dynamic-spin-assume --no-redundant-iterations --unroll 2 --no-awaits --no-loop-purity]: bounded executions=3 blocked=5
//@ all [--no-spinloops --unroll 2]: bounded executions=9 blocked=7
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 1;

static int read_x(void) {
  return atomic_load_explicit(&x, memory_order_acquire);
}

static void *first(void *unused) {
  (void)unused;
  int a;
  do {
    a = read_x();
  } while (a != 0);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  int b = read_x();
  while (b != 0) {
    b = read_x();
  }
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  atomic_store_explicit(&x, 0, memory_order_release);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
