//@ about: w+rs-peeled of Table II in Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for
//@   spinloops (FMCAD 2021), with values of our own: a thread writes K = 3 values to x, and N readers wait for the
//@   last one, each reading x before its loop and at the end of each round.
//@ why: A reader sees one of K + 1 values, and goes on with the last one only: 1 execution, and the other (K + 1)^N -
//@   1 are blocked. Without bisimilarity the first value that is read is one too many: the last value comes after one
//@   of K others, or at once, K + 1 ways; or two values come in their order that are both not the last, K (K + 1) / 2
//@   = 6 ways: 4^N executions, and 10^N - 4^N blocked. Without any reduction, with 3 rounds after the first value:
//@   values that are not the last, in their order, 0 to 3 of them and then the last, 1 + 3 + 6 + 10 = 20 ways, or 4
//@   of them, which cuts it, 15 ways: 20^N executions, and 35^N - 20^N blocked.
//@ all [--no-awaits --no-loop-purity]: verified executions=1 blocked=63
//@ all: verified executions=1
//@ all [-DN=4 --no-awaits --no-loop-purity]: verified executions=1 blocked=255
//@ all [-DN=4]: verified executions=1
//@ all [--no-bisimilarity --no-awaits --no-loop-purity]: verified executions=64 blocked=936
//@ rc11 [-DN=4 --no-bisimilarity --no-awaits --no-loop-purity]: verified executions=256 blocked=9744
//@ all [-DN=2 --no-spinloops --unroll 3]: bounded executions=400 blocked=825
//@ rc11 [--no-spinloops --unroll 3] slow: bounded executions=8000 blocked=34875
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define LAST 3

static atomic_int x;

static void *reader(void *unused) {
  (void)unused;
  int b = atomic_load_explicit(&x, memory_order_acquire);
  while (b != LAST) {
    b = atomic_load_explicit(&x, memory_order_acquire);
  }
  return NULL;
}

int main(void) {
  pthread_t readers[N];
  for (int i = 0; i < N; i++) pthread_create(&readers[i], NULL, reader, NULL);
  atomic_store_explicit(&x, 1, memory_order_release);
  atomic_store_explicit(&x, 2, memory_order_release);
  atomic_store_explicit(&x, LAST, memory_order_release);
  for (int i = 0; i < N; i++) pthread_join(readers[i], NULL);
  return 0;
}
