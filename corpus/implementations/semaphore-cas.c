//@ about: Dijkstra's semaphore (Cooperating sequential processes, EWD 123, 1965) as a counter that
//@   is changed by compare-exchange, as an implementation of the specification semaphore. UNDO: a
//@   take that does not wait subtracts first, and gives back what was not there. BROKEN: a give
//@   does not release. BROKEN_UNDERFLOW: a take that has seen a permit subtracts without looking
//@   again.
//@ why: Additions and subtractions are rmws, which continue the release sequences of all gives
//@   before, so a take sees what was done before the permit was given. UNDO: the counter is too
//@   small for a while, which lets others wait or find nothing, as a call that tries always may.
//@   BROKEN: nothing synchronises under RC11 and C++20. BROKEN_UNDERFLOW: two threads see the last
//@   permit and both go on, under every model.
//@ implements: semaphore
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DUNDO --calls 1]: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_UNDERFLOW --calls 1]: error
#include <stdatomic.h>

#ifdef BROKEN
#define GIVE memory_order_relaxed
#else
#define GIVE memory_order_release
#endif

typedef struct {
  atomic_int permits;
} gate_t;

void sem_make(gate_t *gate, int permits) {
  atomic_init(&gate->permits, permits);
}

void sem_give(gate_t *gate) {
  atomic_fetch_add_explicit(&gate->permits, 1, GIVE);
}

static int subtract_from(gate_t *gate, int seen) {
  return atomic_compare_exchange_strong_explicit(&gate->permits, &seen, seen - 1,
                                                 memory_order_acquire, memory_order_relaxed);
}

void sem_take(gate_t *gate) {
  for (;;) {
    int seen = atomic_load_explicit(&gate->permits, memory_order_relaxed);
    if (seen <= 0) continue;
#ifdef BROKEN_UNDERFLOW
    atomic_fetch_sub_explicit(&gate->permits, 1, memory_order_acquire);
    return;
#endif
    if (subtract_from(gate, seen)) return;
  }
}

int sem_try_take(gate_t *gate) {
#ifdef UNDO
  if (atomic_fetch_sub_explicit(&gate->permits, 1, memory_order_acquire) > 0) return 1;
  atomic_fetch_add_explicit(&gate->permits, 1, memory_order_relaxed);
  return 0;
#else
  int seen = atomic_load_explicit(&gate->permits, memory_order_relaxed);
  while (seen > 0) {
    if (subtract_from(gate, seen)) return 1;
    seen = atomic_load_explicit(&gate->permits, memory_order_relaxed);
  }
  return 0;
#endif
}
