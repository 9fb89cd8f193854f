//@ about: A ring buffer for one producer and one consumer, each of which caches the index of the other one and loads it only
//@   if the cache says that it has to wait (M. Thompson's rule; also in DPDK, folly and rigtorp's queue). BROKEN: the
//@   producer's index is stored before the element. EARLY: the consumer looks at the index once, and gives up.
//@   TRY: the producer gives up, too, and its caller tries again. WAIT: the consumer waits as the producer does.
//@ why: The producer stores an element, then its index with release; the consumer loads the index with acquire before it
//@   reads the element, or has done so earlier, since a cached index is never larger. The other way round for the space of
//@   elements that are read. So nothing races, and elements come in order. The caches are plain variables, each of one thread,
//@   and a thread that waits stores to its own what is there. EARLY:
//@   the producer may then wait for ever behind the end of main. BROKEN: the consumer may read the element before it
//@   is stored, which is a race.
//@ all: verified
//@ all [-DITEMS=4]: verified
//@ all [-DEARLY]: verified left-behind
//@ all [-DBROKEN]: error data-race
//@ all [-DTRY]: verified
//@ all [-DWAIT]: verified
//@ all [-DTRY -DWAIT]: verified
//@ all [-DTRY -DBROKEN]: error data-race
//@ all [-DWAIT -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef ITEMS
#define ITEMS 3
#endif
enum { SIZE = 3 };

static int elements[SIZE];
static atomic_uint written, read;
static unsigned cached_written, cached_read;

static bool push(int element) {
  unsigned index = atomic_load_explicit(&written, memory_order_relaxed);
  unsigned next = (index + 1) % SIZE;
#ifdef TRY
  // As the consumer does: look again if the cache says so, and let the caller try again.
  if (next == cached_read) {
    cached_read = atomic_load_explicit(&read, memory_order_acquire);
    if (next == cached_read) return false;
  }
#else
  while (next == cached_read) cached_read = atomic_load_explicit(&read, memory_order_acquire);
#endif
#ifdef BROKEN
  atomic_store_explicit(&written, next, memory_order_release);
  elements[index] = element;
#else
  elements[index] = element;
  atomic_store_explicit(&written, next, memory_order_release);
#endif
  return true;
}

static int *front(void) {
  unsigned index = atomic_load_explicit(&read, memory_order_relaxed);
#ifdef WAIT
  while (index == cached_written) cached_written = atomic_load_explicit(&written, memory_order_acquire);
#endif
  if (index == cached_written) {
    cached_written = atomic_load_explicit(&written, memory_order_acquire);
    if (index == cached_written) return NULL;
  }
  return &elements[index];
}

static void pop(void) {
  unsigned index = atomic_load_explicit(&read, memory_order_relaxed);
  atomic_store_explicit(&read, (index + 1) % SIZE, memory_order_release);
}

static void *producer(void *unused) {
  for (int i = 0; i < ITEMS; i++)
    while (!push(i)) {
    }
  return unused;
}

static void *consumer(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    int *element;
#ifdef EARLY
    element = front();
    if (!element) return unused;
#else
    while (!(element = front())) {
    }
#endif
    assert(*element == i);
    pop();
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, producer, NULL);
  pthread_create(&two, NULL, consumer, NULL);
#ifdef EARLY
  pthread_join(two, NULL);
#else
  pthread_join(one, NULL);
  pthread_join(two, NULL);
#endif
  return 0;
}
