//@ about: N threads add to a counter, each another amount, and main looks at the sum after it has joined them.
//@ why: There are N! orders of the additions. No thread uses the result of its addition, and main's access comes after all
//@   of them, so with independent additions all orders count as one. Each addition is the last action of its thread, and
//@   main joins all of them, so that is so under all models whatever the memory order of the additions is.
//@ all [-DN=2]: verified executions=2
//@ all [-DN=4]: verified executions=24
//@ all [-DN=2 --independent-adds]: verified executions=1
//@ all [-DN=3 --independent-adds]: verified executions=1
//@ all [-DN=4 --independent-adds]: verified executions=1
//@ all [-DN=5 --independent-adds]: verified executions=1
//@ all [-DN=6 --independent-adds]: verified executions=1
//@ all [-DN=6 -DORDER=memory_order_relaxed --independent-adds]: verified executions=1
//@ all rf [-DN=6 --independent-adds]: verified executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

static atomic_int sum;

static void *add(void *amount) {
  atomic_fetch_add_explicit(&sum, (int)(long)amount, ORDER);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) {
    pthread_create(&threads[i], NULL, add, (void *)(i + 1));
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(sum == N * (N + 1) / 2);
}
