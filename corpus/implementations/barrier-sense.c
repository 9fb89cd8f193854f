//@ about: The sense-reversing barrier (Mellor-Crummey and Scott, Algorithms for scalable
//@   synchronization on shared-memory multiprocessors, TOCS 1991, section 3.1) as an implementation
//@   of the specification barrier. A thread learns the sense of its round when it arrives. BROKEN:
//@   the last thread lets the others go before it sets the count back. BROKEN_ORDER: arriving
//@   acquires, and does not release. BROKEN_SENSE: the sense is turned without a release.
//@ why: The arrivals are rmws, so the last one acquires all others, and passes them on with the
//@   sense. The sense that a thread reads before it arrives is that of the round: it turns only
//@   when all have arrived. So only as many threads as the barrier has may use it: one that comes
//@   from outside may know the sense of an old round. BROKEN: a thread that was let go arrives for
//@   the next round, and is not counted: two rounds, under every model. BROKEN_ORDER, BROKEN_SENSE:
//@   nothing synchronises under RC11 and C++20.
//@ implements: barrier
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra [-DBROKEN_ORDER --calls 1]: holds
//@ rc11,cpp20 [-DBROKEN_ORDER --calls 1]: error
//@ sc,tso,ra [-DBROKEN_SENSE --calls 1]: holds
//@ rc11,cpp20 [-DBROKEN_SENSE --calls 1]: error
#include <stdatomic.h>
#include <stdbool.h>

#ifdef BROKEN_ORDER
#define ARRIVE memory_order_acquire
#else
#define ARRIVE memory_order_acq_rel
#endif
#ifdef BROKEN_SENSE
#define TURN memory_order_relaxed
#else
#define TURN memory_order_release
#endif

typedef struct {
  int size;
  atomic_int arrived;
  atomic_bool sense;
} meeting_t;

void barrier_make(meeting_t *barrier, int size) {
  barrier->size = size;
  atomic_init(&barrier->arrived, 0);
  atomic_init(&barrier->sense, false);
}

void barrier_await(meeting_t *barrier) {
  // Relaxed: the thread has read this sense when it left the last round, or it is the first one.
  bool sense = atomic_load_explicit(&barrier->sense, memory_order_relaxed);
  if (atomic_fetch_add_explicit(&barrier->arrived, 1, ARRIVE) + 1 == barrier->size) {
#ifdef BROKEN
    atomic_store_explicit(&barrier->sense, !sense, TURN);
    atomic_store_explicit(&barrier->arrived, 0, memory_order_relaxed);
#else
    atomic_store_explicit(&barrier->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&barrier->sense, !sense, TURN);
#endif
    return;
  }
  while (atomic_load_explicit(&barrier->sense, memory_order_acquire) == sense) {
  }
}
