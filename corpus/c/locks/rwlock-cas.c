//@ about: A reader-writer lock in one word: -1 while a writer holds it, otherwise the number of readers. Both sides take it by
//@   compare-exchange. Of N threads the even ones write, the odd ones read; READERS: all but the first read. The value that a
//@   failed compare-exchange has read is used again (default), or the word is loaded again (RELOAD), or waiting for a value with which one may
//@   try is a loop in the loop that uses the value again (INNER); WEAK: the compare-exchange may fail spuriously. Readers
//@   take the lock ROUNDS times, and let go of it without looking at the number. BROKEN: a reader's unlock does not release. BROKEN_WRITER: a writer does not look whether readers
//@   are there.
//@ why: Whoever gets in has read from the last unlock, or from rmws behind it, and so knows all unlocks before. BROKEN: the
//@   writer does not know that the reader has finished reading, so its writes race with the reads under RC11. In the other
//@   models an rmw is strong whatever its ordering says. BROKEN_WRITER: a writer gets in beside a reader, in every model.
//@   Count: of two or three threads one reads at most, so they go one after the other, N! orders, and all see 0 before
//@   they get in. The p-th one has loaded the 0 of the beginning or one that the p - 1 before it have left: (N!)^2. It awaits a
//@   0, so nobody is blocked. A failure leaves a thread where loading the word would, so that the numbers are the same in
//@   whichever form.
//@ all: verified executions=4 blocked=0
//@ all [-DN=3]: verified executions=36 blocked=0
//@ all [-DRELOAD]: verified executions=4 blocked=0
//@ all [-DRELOAD -DN=3]: verified executions=36 blocked=0
//@ all [-DWEAK -DN=3]: verified executions=36 blocked=0
//@ all [-DRELOAD -DWEAK -DN=3]: verified executions=36 blocked=0
//@ all [-DINNER]: verified executions=4 blocked=0
//@ all [-DINNER -DN=3]: verified executions=36 blocked=0
//@ all [-DINNER -DWEAK -DN=3]: verified executions=36 blocked=0
//@ all [-DINNER -DREADERS -DROUNDS=2]: verified
//@ all [-DINNER -DWEAK -DREADERS -DROUNDS=2]: verified
//@ all [-DWEAK -DREADERS -DROUNDS=2]: verified
//@ all [-DREADERS -DN=3]: verified
//@ all [-DREADERS -DRELOAD -DN=3]: verified
//@ all [-DREADERS -DWEAK -DN=3]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN]: verified executions=4 blocked=0
//@ rc11 [-DRELOAD -DBROKEN]: error data-race
//@ rc11 [-DWEAK -DBROKEN]: error data-race
//@ all [-DBROKEN_WRITER]: error data-race
//@ all [-DRELOAD -DBROKEN_WRITER]: error data-race
//@ all [-DWEAK -DBROKEN_WRITER]: error data-race
//@ all [-DINNER -DBROKEN_WRITER]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROKEN
#define READ_UNLOCK memory_order_relaxed
#else
#define READ_UNLOCK memory_order_release
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

#ifndef N
#define N 2
#endif

#ifndef ROUNDS
#define ROUNDS 1
#endif

#ifdef READERS
#define WRITES(thread) ((thread) == 0)
#else
#define WRITES(thread) ((thread) % 2 == 0)
#endif

static atomic_int word;

static bool may_write(int seen) {
#ifdef BROKEN_WRITER
  return seen >= 0;
#else
  return seen == 0;
#endif
}

#ifdef RELOAD

static void read_lock(void) {
  int seen;
  do {
    seen = atomic_load_explicit(&word, memory_order_relaxed);
  } while (seen < 0 || !compare_exchange(&word, &seen, seen + 1, memory_order_acquire, memory_order_relaxed));
}

static void write_lock(void) {
  int seen;
  do {
    seen = atomic_load_explicit(&word, memory_order_relaxed);
  } while (!may_write(seen) || !compare_exchange(&word, &seen, -1, memory_order_acquire, memory_order_relaxed));
}

#elif defined(INNER)

static void read_lock(void) {
  int seen = atomic_load_explicit(&word, memory_order_relaxed);
  for (;;) {
    while (seen < 0) seen = atomic_load_explicit(&word, memory_order_relaxed);
    if (compare_exchange(&word, &seen, seen + 1, memory_order_acquire, memory_order_relaxed)) return;
  }
}

static void write_lock(void) {
  int seen = atomic_load_explicit(&word, memory_order_relaxed);
  for (;;) {
    while (!may_write(seen)) seen = atomic_load_explicit(&word, memory_order_relaxed);
    if (compare_exchange(&word, &seen, -1, memory_order_acquire, memory_order_relaxed)) return;
  }
}

#else

static void read_lock(void) {
  int seen = atomic_load_explicit(&word, memory_order_relaxed);
  for (;;) {
    if (seen < 0) {
      seen = atomic_load_explicit(&word, memory_order_relaxed);
    } else if (compare_exchange(&word, &seen, seen + 1, memory_order_acquire, memory_order_relaxed)) {
      return;
    }
  }
}

static void write_lock(void) {
  int seen = atomic_load_explicit(&word, memory_order_relaxed);
  for (;;) {
    if (!may_write(seen)) {
      seen = atomic_load_explicit(&word, memory_order_relaxed);
    } else if (compare_exchange(&word, &seen, -1, memory_order_acquire, memory_order_relaxed)) {
      return;
    }
  }
}

#endif

static void read_unlock(void) {
  atomic_fetch_sub_explicit(&word, 1, READ_UNLOCK);
}

static void write_unlock(void) {
  atomic_store_explicit(&word, 0, memory_order_release);
}

static int low, high;  // equal whenever nobody writes

static void *writer(void *unused) {
  (void)unused;
  write_lock();
  low++;
  high++;
  write_unlock();
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  for (int i = 0; i < ROUNDS; i++) {
    read_lock();
    assert(low == high);
    read_unlock();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  int writers = 0;
  for (int i = 0; i < N; i++) {
    writers += WRITES(i);
    pthread_create(&threads[i], NULL, WRITES(i) ? writer : reader, NULL);
  }
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(low == writers && high == writers);
  return 0;
}
