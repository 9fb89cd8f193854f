//@ about: A bounded queue for many producers and consumers that counts what has been claimed, written and read (mpmc-queue
//@   of Norris and Demsky, CDSChecker, OOPSLA 2013; in Table I of Jonsson, Lång and Sagonas, FMCAD 2022). N threads
//@   enqueue a value each, and then all are dequeued. With CONSUMER another thread dequeues one meanwhile.
//@ why: An enqueue claims a cell by a compare-exchange, which a rival may have made fail; then it looks whether the cell
//@   has been read, writes it, and counts it as written. All that is of account is the order of the claims, N!, and that
//@   in which they are counted, N!, unless additions that nobody looks at have no order. CONSUMER: what is
//@   counted beyond what the consumer waits for makes it wait for ever; and the count does not tell which cells have
//@   been written: a later one may be counted before that which the consumer has claimed.
//@ all: verified executions=4
//@ all [-DN=3]: verified executions=36
//@ sc [--engine trace]: verified executions=2
//@ sc [-DN=3 --engine trace]: verified executions=6
//@ sc [-DN=4 --engine trace]: verified executions=24
//@ sc [-DN=3 --engine trace --no-independent-adds]: verified executions=36
//@ all [-DCONSUMER]: error livelock
//@ all [-DCONSUMER --no-liveness]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

#define CELLS 4u
#define MASK 0xffffu
#define ONE_READ 0x10000u

static int cells[CELLS];
static atomic_uint claimed;  // to be written, and in the upper half to be read
static atomic_uint written, read;

static void enqueue(int value) {
  unsigned before;
  do {
    before = atomic_load_explicit(&claimed, memory_order_acquire);
  } while ((before & MASK) - (before >> 16) >= CELLS ||
           !atomic_compare_exchange_strong_explicit(&claimed, &before, before + 1, memory_order_acq_rel,
                                                    memory_order_relaxed));
  unsigned cell = before & MASK;
  while (cell - atomic_load_explicit(&read, memory_order_acquire) >= CELLS) {
  }
  cells[cell % CELLS] = value;
  atomic_fetch_add_explicit(&written, 1, memory_order_release);
}

static int dequeue(void) {
  unsigned before;
  do {
    before = atomic_load_explicit(&claimed, memory_order_acquire);
  } while ((before & MASK) == before >> 16 ||
           !atomic_compare_exchange_strong_explicit(&claimed, &before, before + ONE_READ,
                                                    memory_order_acq_rel, memory_order_relaxed));
  while (atomic_load_explicit(&written, memory_order_acquire) != (before & MASK)) {
  }
  int value = cells[(before >> 16) % CELLS];
  atomic_fetch_add_explicit(&read, 1, memory_order_release);
  return value;
}

static void *producer(void *argument) {
  enqueue(1 << (int)(intptr_t)argument);
  return NULL;
}

static int dequeued;

#ifdef CONSUMER
static void *consumer(void *unused) {
  (void)unused;
  int value = dequeue();
  assert(value != 0);
  dequeued += value;
  return NULL;
}
#endif

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, producer, (void *)(intptr_t)i);
  int rest = N;
#ifdef CONSUMER
  pthread_t another;
  pthread_create(&another, NULL, consumer, NULL);
  pthread_join(another, NULL);
  rest--;
#endif
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  while (rest-- > 0) dequeued += dequeue();
  assert(dequeued == (1 << N) - 1);
  return 0;
}
