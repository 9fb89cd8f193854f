//@ about: A thread makes an exchange and then waits in a compare-exchange loop. The other thread waits in exchanges
//@   of two variables, the second one of which may come before the exchange of the first thread.
//@ why: Complete executions: only the second thread writes 0 to b, after its exchange of b has read 0. So its exchange
//@   comes before that of the first thread, which then reads 1 from the exchange, or 0 from the store behind it: 2. In
//@   all models but RC11 and C++20, the first thread then reads 0 from the last store to a, and its compare-exchange
//@   succeeds. Without orders, the execution is found only if the first thread idles meanwhile.
//@   Otherwise the second thread waits for b, and is left behind when main returns.
//@ sc,tso,pso,ra rf: verified executions=2 left-behind
//@ sc,tso,pso,ra: verified executions=2 left-behind
//@ all: verified left-behind
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;

static void *first(void *unused) {
  atomic_exchange_explicit(&b, 1, memory_order_relaxed);
  int seen;
  do {
    seen = atomic_load_explicit(&a, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong_explicit(&a, &seen, 0, memory_order_relaxed,
                                                    memory_order_relaxed));
  return unused;
}

static void *second(void *unused) {
  while (atomic_exchange_explicit(&a, 1, memory_order_relaxed)) {
  }
  atomic_store_explicit(&a, 0, memory_order_relaxed);
  while (atomic_exchange_explicit(&b, 1, memory_order_relaxed)) {
  }
  atomic_store_explicit(&b, 0, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  return 0;
}
