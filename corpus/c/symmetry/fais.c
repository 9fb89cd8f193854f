//@ about: N threads add 1 to a number, all the same way: FAIS in §1 of Kokologiannakis, Marmanis and Vafeiadis, SPORE:
//@   Combining Symmetry and Partial Order Reduction, PLDI 2024.
//@ why: Each addition reads from the one before, so an execution is an order of the threads: N!. Any two of them differ
//@   only in who comes when: 1 class. One location: all models agree.
//@ all: verified executions=2 blocked=0
//@ all [-DN=3]: verified executions=6 blocked=0
//@ all [-DN=4]: verified executions=24 blocked=0
//@ all [-DN=5]: verified executions=120 blocked=0
//@ all [-DN=6]: verified executions=720 blocked=0
//@ all [--symmetry]: verified executions=1 blocked=0
//@ all [-DN=3 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=4 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=5 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=6 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=7 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=8 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=9 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=10 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=11 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=12 --symmetry]: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static void *add(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == N);
  return 0;
}
