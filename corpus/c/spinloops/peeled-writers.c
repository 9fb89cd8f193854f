//@ about: ws+r-peeled of Table II in Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for
//@   spinloops (FMCAD 2021), with values of our own: N threads write K = 3 values each to x, all different, and a
//@   reader waits for the last one of the last thread, reading x before its loop and at the end of each round.
//@ why: If executions are not distinguished by the order of writes: the reader sees one of N K + 1 values, and goes on
//@   with one of them: 1 execution, N K blocked. Without bisimilarity the value may come at once or after any other,
//@   whose writer may always be before that of the last value: N K + 1 executions. If they are: the writes can be
//@   ordered in (N K)! / K!^N ways, 20 if N = 2 and 1680 if N = 3, and with each the reader has these choices. If the
//@   value that is waited for is not the last one in the order of writes, it may be gone for ever when the reader
//@   looks. As an await, the read either reads that value or waits for ever: without the orders these are one
//@   execution and a blocked one.
//@ all: error livelock
//@ all rf [--no-liveness]: verified executions=1 blocked=1
//@ all rf [-DN=4 --no-liveness]: verified executions=1 blocked=1
//@ all rf [--no-liveness --no-awaits --no-loop-purity]: verified executions=1 blocked=9
//@ all rf [-DN=4 --no-liveness --no-awaits --no-loop-purity]: verified executions=1 blocked=12
//@ all [-DN=2 --no-liveness --no-awaits --no-loop-purity]: verified executions=20 blocked=120
//@ all [-DN=2 --no-liveness]: verified executions=20
//@ rc11 [--no-liveness --no-awaits --no-loop-purity]: verified executions=1680 blocked=15120
//@ rc11 [--no-liveness]: verified executions=1680
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
#define VALUES 3
#define LAST (N * VALUES)

static atomic_int x;

static void *writer(void *argument) {
  int before = (int)(intptr_t)argument * VALUES;
  atomic_store_explicit(&x, before + 1, memory_order_release);
  atomic_store_explicit(&x, before + 2, memory_order_release);
  atomic_store_explicit(&x, before + 3, memory_order_release);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int b = atomic_load_explicit(&x, memory_order_acquire);
  while (b != LAST) {
    b = atomic_load_explicit(&x, memory_order_acquire);
  }
  return NULL;
}

int main(void) {
  pthread_t writers[N], waits;
  for (int i = 0; i < N; i++) pthread_create(&writers[i], NULL, writer, (void *)(intptr_t)i);
  pthread_create(&waits, NULL, reader, NULL);
  for (int i = 0; i < N; i++) pthread_join(writers[i], NULL);
  pthread_join(waits, NULL);
  return 0;
}
