//@ about: Threads wait for one of two values that two others write, in no particular order. With BOTH a thread waits
//@   for the one and then for the other.
//@ why: A waiter reads the initial value or one of the two, and goes on with one of the three; N waiters: 1 of 3^N.
//@   With BOTH: the first wait reads one of three values; if it is the right one, the second one reads the other
//@   value or, if that is not before it in the order of writes, waits with the same one. The two orders of the writes
//@   make the same of that, if they are distinguished, but for the end of BOTH, which must follow the order: 1
//@   execution, and 2 * 2 blocked in the first and 2 * 1 in the second wait. If not, 1 and 2 + 1. If the value that
//@   is waited for is written first, it may be gone when the waiter looks: then it waits for ever.
//@ all: error livelock
//@ all [-DBOTH]: error livelock
//@ all [--no-liveness --no-awaits --no-loop-purity]: verified executions=2 blocked=4
//@ all [--no-liveness]: verified executions=2
//@ all rf [--no-liveness --no-awaits --no-loop-purity]: verified executions=1 blocked=2
//@ all [-DN=3 --no-liveness --no-awaits --no-loop-purity]: verified executions=2 blocked=52
//@ all [-DN=3 --no-liveness]: verified executions=2
//@ all rf [-DN=3 --no-liveness --no-awaits --no-loop-purity]: verified executions=1 blocked=26
//@ all [-DBOTH --no-liveness --no-awaits --no-loop-purity]: verified executions=1 blocked=6
//@ all [-DBOTH --no-liveness]: verified executions=1
//@ all rf [-DBOTH --no-liveness --no-awaits --no-loop-purity]: verified executions=1 blocked=3
//@ all [--no-spin-assume --no-liveness --no-awaits --no-loop-purity]: verified executions=2 blocked=4
//@ all rf [--no-spin-assume --no-liveness --no-awaits --no-loop-purity]: verified executions=1 blocked=2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif

static atomic_int x;

static void *writer(void *value) {
  atomic_store_explicit(&x, (int)(intptr_t)value, memory_order_relaxed);
  return NULL;
}

static void wait_for(int value) {
  while (atomic_load_explicit(&x, memory_order_relaxed) != value) {
  }
}

static void *waiter(void *unused) {
  (void)unused;
#ifdef BOTH
  wait_for(1);
#endif
  wait_for(2);
  return NULL;
}

int main(void) {
  pthread_t writers[2], waiters[N];
  for (int i = 0; i < 2; i++) pthread_create(&writers[i], NULL, writer, (void *)(intptr_t)(i + 1));
  for (int i = 0; i < N; i++) pthread_create(&waiters[i], NULL, waiter, NULL);
  for (int i = 0; i < 2; i++) pthread_join(writers[i], NULL);
  for (int i = 0; i < N; i++) pthread_join(waiters[i], NULL);
  return 0;
}
