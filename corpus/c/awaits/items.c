//@ about: Awaits in a loop: one thread counts the items that it has made, another one waits for each in turn. With
//@   STRICT it waits until the count is exactly that of the item. With TURNS, both wait for each other: a counter that
//@   one thread makes odd and the other even.
//@ why: The i-th wait reads any count from i to N, and no less than the one before: such sequences are counted by the
//@   Catalan numbers, 5, 14, 42 for N = 3, 4, 5. The last count satisfies every wait. Without awaits there may
//@   be one that reads too little and is blocked: with N = 2 the first wait reads 0, or the second one 1 after 1: 2
//@   executions and 2 blocked. STRICT: each wait reads its own count, 1, unless it has missed that: then it waits for
//@   ever. Of the N waits the first N - 1 may miss theirs, since the last count stays: N - 1 blocked. TURNS:
//@   everything is ordered: 1. The items are handed over with the count.
//@ all: verified executions=5 blocked=0
//@ all [-DN=4]: verified executions=14 blocked=0
//@ all [-DN=5]: verified executions=42 blocked=0
//@ all [-DN=2 --no-awaits]: verified executions=2 blocked=2
//@ all [-DSTRICT]: error livelock
//@ all [-DN=4 -DSTRICT --no-liveness]: verified executions=1 blocked=3
//@ all [-DTURNS]: verified executions=1 blocked=0
//@ all [-DN=6 -DTURNS]: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int count;
static int items[N];

static int look(void) {
  return atomic_load_explicit(&count, memory_order_acquire);
}

static void *producer(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
#ifdef TURNS
    while (look() != 2 * i) {
    }
    items[i] = i;
    atomic_store_explicit(&count, 2 * i + 1, memory_order_release);
#else
    items[i] = i;
    atomic_store_explicit(&count, i + 1, memory_order_release);
#endif
  }
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  for (int i = 0; i < N; i++) {
#if defined(TURNS)
    while (look() != 2 * i + 1) {
    }
    atomic_store_explicit(&count, 2 * i + 2, memory_order_release);
#elif defined(STRICT)
    while (look() != i + 1) {
    }
#else
    while (look() < i + 1) {
    }
#endif
    assert(items[i] == i);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, producer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
