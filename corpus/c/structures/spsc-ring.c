//@ about: A ring buffer for one producer and one consumer (L. Lamport, Specifying Concurrent Program Modules,
//@   TOPLAS 1983): each side writes its own index and reads the other's. Two slots, three values, so the ring
//@   wraps. With BROKEN the producer's index is stored relaxed; with BROKEN_FULL the producer looks at the
//@   consumer's index relaxed, so that it may overwrite a slot that is still being read.
//@ why: The producer's release makes a value visible before its index, the consumer's release makes the read happen
//@   before the overwriting. Each side only tries; what was put comes out once and in order. The relaxed counterparts race
//@   under RC11 alone: TSO keeps stores in order, but PSO may show the index before the value.
//@ all: verified
//@ sc,tso,ra [-DBROKEN]: verified
//@ pso [-DBROKEN]: error assertion
//@ rc11 [-DBROKEN]: error data-race
//@ rc11 [-DBROKEN_FULL]: error data-race
//@ sc,tso,pso,ra [-DBROKEN_FULL]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define SLOTS 2u
#define VALUES 3

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif
#ifdef BROKEN_FULL
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

static int slots[SLOTS];
static atomic_uint written, consumed;

static bool put(int value) {
  unsigned at = atomic_load_explicit(&written, memory_order_relaxed);
  if (at - atomic_load_explicit(&consumed, LOOK) == SLOTS) return false;
  slots[at % SLOTS] = value;
  atomic_store_explicit(&written, at + 1, PUBLISH);
  return true;
}

static bool get(int *value) {
  unsigned at = atomic_load_explicit(&consumed, memory_order_relaxed);
  if (atomic_load_explicit(&written, memory_order_acquire) == at) return false;
  *value = slots[at % SLOTS];
  atomic_store_explicit(&consumed, at + 1, memory_order_release);
  return true;
}

static void *producer(void *count) {
  int next = 1;
  for (int i = 0; i < VALUES; i++) {
    if (put(next)) next++;
  }
  *(int *)count = next - 1;
  return NULL;
}

static void *consumer(void *count) {
  int last = 0, value;
  for (int i = 0; i < VALUES - 1; i++) {
    if (get(&value)) {
      assert(value == last + 1);
      last = value;
    }
  }
  *(int *)count = last;
  return NULL;
}

int main(void) {
  static int put_count, got_count;
  pthread_t in, out;
  pthread_create(&in, NULL, producer, &put_count);
  pthread_create(&out, NULL, consumer, &got_count);
  pthread_join(in, NULL);
  pthread_join(out, NULL);
  int value;
  while (get(&value)) {
    assert(value == got_count + 1);
    got_count = value;
  }
  assert(got_count == put_count && put_count >= 2);
}
