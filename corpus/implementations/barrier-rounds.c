//@ about: A barrier that only counts up: the thread that draws number i leaves when the count has
//@   reached the end of its round (the counter barrier of Freudenthal and Gottlieb, Process
//@   coordination with fetch-and-increment, ASPLOS 1991), as an implementation of the specification
//@   barrier. BROKEN: an arrival releases, and does not acquire. BROKEN_ROUND: a thread waits for
//@   the exact count.
//@ why: All arrivals are rmws of one variable, and whoever reads the end of its round, or more,
//@   acquires all arrivals of the round. The last one does so by its own arrival. BROKEN: then it
//@   does not see what the others did, under RC11 and C++20. BROKEN_ROUND: a thread that is slow
//@   misses the count, since another one has already arrived for the next round: two rounds under
//@   every model.
//@ implements: barrier
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN --calls 1]: holds
//@ rc11,cpp20 [-DBROKEN --calls 1]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_ROUND]: error
#include <stdatomic.h>

#ifdef BROKEN
#define ARRIVE memory_order_release
#else
#define ARRIVE memory_order_acq_rel
#endif

typedef struct {
  unsigned size;
  atomic_uint arrived;  // in all rounds
} meeting_t;

void barrier_make(meeting_t *barrier, unsigned size) {
  barrier->size = size;
  atomic_init(&barrier->arrived, 0);
}

void barrier_await(meeting_t *barrier) {
  unsigned number = atomic_fetch_add_explicit(&barrier->arrived, 1, ARRIVE);
  unsigned end = number - number % barrier->size + barrier->size;
  if (number + 1 == end) return;
#ifdef BROKEN_ROUND
  while (atomic_load_explicit(&barrier->arrived, memory_order_acquire) != end) {
  }
#else
  // The difference, since the count may wrap around.
  while ((int)(atomic_load_explicit(&barrier->arrived, memory_order_acquire) - end) < 0) {
  }
#endif
}
