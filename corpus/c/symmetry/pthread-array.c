//@ about: N threads do the same; main keeps their handles in a global array, which is written between their creations. Nobody
//@   else looks there. With SHARED each thread reads the place that main writes last.
//@ why: An execution is an order of the additions: N!, and 1 class. SHARED: a thread that runs early reads what is not written
//@   yet, and nothing orders the two.
//@ all [-DN=2]: verified executions=2 blocked=0
//@ all: verified executions=6 blocked=0
//@ all [-DN=2 --symmetry]: verified executions=1 blocked=0
//@ all [--symmetry]: verified executions=1 blocked=0
//@ all [-DN=6 --symmetry]: verified executions=1 blocked=0
//@ all [-DSHARED]: error data-race
//@ all [-DSHARED --symmetry]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int x;
pthread_t threads[N];

static void *add(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
#ifdef SHARED
  assert(!pthread_equal(threads[N - 1], threads[0]));
#endif
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == N);
  return 0;
}
