//@ about: A slot for one number: N threads put one there each when it is free, by a compare-exchange, and N others take
//@   one each, by exchanging it for 0. With SHORT one of those who put is missing.
//@ why: The slot is filled and emptied in turn, so it is the order of those who fill it and of those who empty
//@   it: N! * N! executions. To look in vain changes nothing, and there is one number for each who wants one: nobody
//@   waits for ever. SHORT: somebody does.
//@ all [-DN=1]: verified executions=1 blocked=0
//@ all: verified executions=4 blocked=0
//@ all [-DN=3]: verified executions=36 blocked=0
//@ all [-DSHORT]: error livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

#ifdef SHORT
enum { PUTS = N - 1 };
#else
enum { PUTS = N };
#endif

static atomic_int slot;

static void *put(void *number) {
  int expected;
  do {
    expected = 0;
  } while (!atomic_compare_exchange_strong_explicit(&slot, &expected, (int)(intptr_t)number, memory_order_release,
                                                    memory_order_relaxed));
  return NULL;
}

static void *take(void *result) {
  int number;
  while ((number = atomic_exchange_explicit(&slot, 0, memory_order_acquire)) == 0) {
  }
  *(int *)result = number;
  return NULL;
}

int main(void) {
  pthread_t puts[N], takes[N];
  int results[N], sum = 0;
  for (int i = 0; i < PUTS; i++) pthread_create(&puts[i], NULL, put, (void *)(intptr_t)(i + 1));
  for (int i = 0; i < N; i++) pthread_create(&takes[i], NULL, take, &results[i]);
  for (int i = 0; i < PUTS; i++) pthread_join(puts[i], NULL);
  for (int i = 0; i < N; i++) pthread_join(takes[i], NULL);
  for (int i = 0; i < N; i++) sum += results[i];
  assert(sum == N * (N + 1) / 2);
  return 0;
}
