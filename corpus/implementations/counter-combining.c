//@ about: A counter with flat combining (Hendler, Incze, Shavit and Tzafrir, Flat combining and the
//@   synchronization-parallelism tradeoff, SPAA 2010): a thread publishes its addition, and whoever
//@   gets the lock does all that are published, as an implementation of the specification counter.
//@   Up to THREADS threads, each with a record; a thread gets its number when it first adds.
//@   BROKEN: the combiner says that an addition is done before it has written its result.
//@   BROKEN_ORDER: it says so without a release.
//@ why: The value changes under the lock only, and each request is done once, since its thread
//@   waits until it is done. BROKEN: the thread reads the result before it is there: a data race
//@   under every model. BROKEN_ORDER: a data race under RC11 and C++20.
//@ implements: counter
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra [-DBROKEN_ORDER]: holds
//@ rc11,cpp20 [-DBROKEN_ORDER]: error
#include <assert.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifdef BROKEN_ORDER
#define FINISH memory_order_relaxed
#else
#define FINISH memory_order_release
#endif

enum { IDLE, REQUESTED, DONE };

struct record {
  atomic_int state;
  int amount, result;
};

typedef struct {
  atomic_flag lock;
  atomic_int value;
  struct record records[THREADS];
} counter_t;

static atomic_int threads;
static _Thread_local int number = -1;

static void combine(counter_t *counter) {
  for (int i = 0; i < THREADS; i++) {
    struct record *record = &counter->records[i];
    if (atomic_load_explicit(&record->state, memory_order_acquire) != REQUESTED) continue;
#ifdef BROKEN
    atomic_store_explicit(&record->state, DONE, memory_order_release);
#endif
    int value = atomic_load_explicit(&counter->value, memory_order_relaxed);
    record->result = value;
    atomic_store_explicit(&counter->value, value + record->amount, memory_order_relaxed);
#ifndef BROKEN
    atomic_store_explicit(&record->state, DONE, FINISH);
#endif
  }
}

int counter_add(counter_t *counter, int amount) {
  if (number < 0) number = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed);
  assert(number < THREADS);
  struct record *mine = &counter->records[number];
  mine->amount = amount;
  atomic_store_explicit(&mine->state, REQUESTED, memory_order_release);
  while (atomic_load_explicit(&mine->state, memory_order_acquire) != DONE) {
    if (atomic_flag_test_and_set_explicit(&counter->lock, memory_order_acquire)) continue;
    combine(counter);
    atomic_flag_clear_explicit(&counter->lock, memory_order_release);
  }
  return mine->result;
}

int counter_get(counter_t *counter) {
  return atomic_load_explicit(&counter->value, memory_order_relaxed);
}
