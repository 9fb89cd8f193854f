//@ about: An await that an old value satisfies: x goes to 1 and 2, and y is set in between; a thread waits for y, and
//@   then until x is not 1. With RELEASE y is handed over.
//@ why: Under SC, TSO and RA whoever sees y knows that x was 1, and reads 2: 1 execution. Under PSO y overtakes the
//@   first store to x, and under RC11 nothing is known: x may still be 0, too: 2. The last values satisfy both waits. Without
//@   awaits y may be read too early, or x while it is 1: 2 blocked. RELEASE: 1 everywhere.
//@ sc,tso,ra: verified executions=1 blocked=0
//@ pso,rc11: verified executions=2 blocked=0
//@ all [-DRELEASE]: verified executions=1 blocked=0
//@ sc,tso,ra [--no-awaits]: verified executions=1 blocked=2
//@ pso,rc11 [--no-awaits]: verified executions=2 blocked=2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef RELEASE
#define STORE memory_order_release
#define LOAD memory_order_acquire
#else
#define STORE memory_order_relaxed
#define LOAD memory_order_relaxed
#endif

static atomic_int x, y;

static void *writer(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, STORE);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return NULL;
}

static void *waiter(void *unused) {
  (void)unused;
  while (!atomic_load_explicit(&y, LOAD)) {
  }
  while (atomic_load_explicit(&x, memory_order_relaxed) == 1) {
  }
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, waiter, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
