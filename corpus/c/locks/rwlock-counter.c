//@ about: A reader-writer lock on one counter, as Linux had on x86 until 2014: the counter starts at a
//@   bias, a reader takes one, a writer takes all of it (linuxrwlocks in Table I of Kokologiannakis, Ren
//@   and Vafeiadis, FMCAD 2021). Of N threads the even ones write, the odd ones read. BROKEN: a reader's
//@   unlock does not release.
//@ why: A writer that succeeds has found the whole bias there, so it has read from, or through rmws
//@   behind, every unlock before; a reader that succeeds likewise every writer's unlock. BROKEN: the
//@   writer does not know that the reader has finished reading, so its writes race with the reads under
//@   RC11. In the other models an rmw is strong whatever its ordering says. Count: who fails takes it
//@   back, which cancels out; so it is the order in which the threads get in and out. Two or three
//@   threads, of which one reads, go one after the other: 2, 6. Of two writers and two readers, the
//@   readers go one after the other, 4!, or one after the other gets in and then both get out in either
//@   order: 2 * 2 ways for what the writers regard as one, 3!: 48 together. With two threads, the second
//@   one to try may fail and wait: 2 blocked. Without that reduction: 2 orders, in which the second one
//@   fails or does not, and if it does takes it back before or after the first one's unlock: 6; with
//@   additions that nobody looks at unordered, 4.
//@ all: verified executions=2 blocked=2
//@ all [-DN=3]: verified executions=6
//@ all [-DN=4]: verified executions=48
//@ all [--no-zne]: verified executions=6
//@ sc [--no-zne --engine trace]: verified executions=4
//@ all [-DN=3 --no-bisimilarity]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DBROKEN]: verified executions=2 blocked=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define BIAS 0x100000

#ifdef BROKEN
#define READ_UNLOCK memory_order_relaxed
#else
#define READ_UNLOCK memory_order_release
#endif

#ifndef N
#define N 2
#endif

static atomic_int available = BIAS;

static void read_lock(void) {
  int prior = atomic_fetch_sub_explicit(&available, 1, memory_order_acquire);
  while (prior <= 0) {
    // A writer is here: give it back and wait until it has gone.
    atomic_fetch_add_explicit(&available, 1, memory_order_relaxed);
    while (atomic_load_explicit(&available, memory_order_relaxed) <= 0) {
    }
    prior = atomic_fetch_sub_explicit(&available, 1, memory_order_acquire);
  }
}

static void read_unlock(void) {
  atomic_fetch_add_explicit(&available, 1, READ_UNLOCK);
}

static void write_lock(void) {
  int prior = atomic_fetch_sub_explicit(&available, BIAS, memory_order_acquire);
  while (prior != BIAS) {
    // Somebody is here: give it back and wait until all have gone.
    atomic_fetch_add_explicit(&available, BIAS, memory_order_relaxed);
    while (atomic_load_explicit(&available, memory_order_relaxed) != BIAS) {
    }
    prior = atomic_fetch_sub_explicit(&available, BIAS, memory_order_acquire);
  }
}

static void write_unlock(void) {
  atomic_fetch_add_explicit(&available, BIAS, memory_order_release);
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
  read_lock();
  assert(low == high);
  read_unlock();
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, i % 2 == 0 ? writer : reader, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(low == (N + 1) / 2 && high == low);
  return 0;
}
