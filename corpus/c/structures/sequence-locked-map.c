//@ about: A small map from keys to values under a sequence lock (H.-J. Boehm, Can Seqlocks Get Along With
//@   Programming Language Memory Models?, MSPC 2012). One thread moves the key from slot 0 to slot 1, the other
//@   looks it up without a lock and gives up if it was disturbed. With BROKEN the writer's release fence is
//@   missing; with BROKEN_READER the reader's acquire fence.
//@ why: The slots are relaxed atomics. Who reads a new slot knows, through the two fences, that the number is odd
//@   or newer, and then finds the number changed. So an undisturbed reader finds the key exactly once. Without the
//@   writer's fence the slots may be seen before the odd number, in PSO as well; without the reader's fence its
//@   second look at the number may be as old as the first, which needs loads out of order: RC11 only.
//@ all: verified
//@ sc,tso,ra [-DBROKEN]: verified
//@ pso,rc11 [-DBROKEN]: error assertion
//@ sc,tso,pso,ra [-DBROKEN_READER]: verified
//@ rc11 [-DBROKEN_READER]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SLOTS 2
#define KEY 7

static atomic_uint sequence;
static atomic_int keys[SLOTS] = {KEY, 0};

static void *mover(void *unused) {
  (void)unused;
  unsigned before = atomic_load_explicit(&sequence, memory_order_relaxed);
  atomic_store_explicit(&sequence, before + 1, memory_order_relaxed);  // odd: an update is on its way
#ifndef BROKEN
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&keys[1], KEY, memory_order_relaxed);
  atomic_store_explicit(&keys[0], 0, memory_order_relaxed);
  atomic_store_explicit(&sequence, before + 2, memory_order_release);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  int found = 0;
  for (int i = 0; i < SLOTS; i++) {
    if (atomic_load_explicit(&keys[i], memory_order_relaxed) == KEY) found++;
  }
#ifndef BROKEN_READER
  atomic_thread_fence(memory_order_acquire);
#endif
  unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before == after && before % 2 == 0) assert(found == 1);
  return NULL;
}

int main(void) {
  pthread_t moving, reading;
  pthread_create(&moving, NULL, mover, NULL);
  pthread_create(&reading, NULL, reader, NULL);
  pthread_join(moving, NULL);
  pthread_join(reading, NULL);
}
