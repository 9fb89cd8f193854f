//@ about: N threads store 1 to N to x, in no particular order, and W others wait until x is N. With CLEAR they wait
//@   until it is 0, with SET until it is not.
//@ why: The stores have N! orders. A waiter reads N, wherever it comes in the order, and if it is not the last, may
//@   also have missed it: then it waits for ever. N! executions, and (N! - (N - 1)!) * (2^W - 1) in which somebody does
//@   that. CLEAR: it reads the initial 0 or has missed that: N!, and N! * (2^W - 1) blocked. SET: it reads any of the N:
//@   N! * N^W, and nobody waits for ever. Who reads a location only once may read any of its writes under every
//@   model.
//@ all: error livelock
//@ all [-DCLEAR]: error livelock
//@ all [--no-liveness]: verified executions=2 blocked=1
//@ all [-DN=3 --no-liveness]: verified executions=6 blocked=4
//@ all [-DN=3 -DW=2 --no-liveness]: verified executions=6 blocked=12
//@ all [-DCLEAR --no-liveness]: verified executions=2 blocked=2
//@ all [-DCLEAR -DN=3 -DW=2 --no-liveness]: verified executions=6 blocked=18
//@ all [-DSET]: verified executions=4 blocked=0
//@ all [-DSET -DN=3 -DW=2]: verified executions=54 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif
#ifndef W
#define W 1
#endif

#if defined(CLEAR)
#define WAITS_WITH(value) ((value) != 0)
#elif defined(SET)
#define WAITS_WITH(value) ((value) == 0)
#else
#define WAITS_WITH(value) ((value) != N)
#endif

static atomic_int x;

static void *writer(void *value) {
  atomic_store_explicit(&x, (int)(intptr_t)value, memory_order_relaxed);
  return NULL;
}

static void *waiter(void *unused) {
  (void)unused;
  while (WAITS_WITH(atomic_load_explicit(&x, memory_order_relaxed))) {
  }
  return NULL;
}

int main(void) {
  pthread_t writers[N], waiters[W];
  for (int i = 0; i < N; i++) pthread_create(&writers[i], NULL, writer, (void *)(intptr_t)(i + 1));
  for (int i = 0; i < W; i++) pthread_create(&waiters[i], NULL, waiter, NULL);
  for (int i = 0; i < N; i++) pthread_join(writers[i], NULL);
  for (int i = 0; i < W; i++) pthread_join(waiters[i], NULL);
  return 0;
}
