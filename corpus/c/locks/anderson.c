//@ about: The array-based queue lock (T. Anderson, The performance of spin lock alternatives for
//@   shared-memory multiprocessors, TPDS 1990): each thread waits on a slot of its own. BROKEN: handing
//@   over does not release.
//@ why: A slot is opened by the thread before, in a release store that the acquire load reads. Count: two
//@   orders of the threads; the second one finds its slot open, or closed, and then waits: 2 executions,
//@   2 blocked. BROKEN: under RC11 nothing synchronises, so the increments race. Under PSO the relaxed
//@   hand-over overtakes the increment, which then gets lost. SC, TSO and RA are as strong without the
//@   release.
//@ all [--no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all: verified executions=2
//@ rc11 [-DBROKEN]: error data-race
//@ pso [-DBROKEN]: error assertion
//@ sc,tso,ra [-DBROKEN]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROKEN
#define HAND_OVER memory_order_relaxed
#else
#define HAND_OVER memory_order_release
#endif

#define SLOTS 2  // as many as there are threads

static atomic_bool may_enter[SLOTS] = {true};
static atomic_uint next_slot;

// Returns the slot.
static unsigned lock(void) {
  unsigned slot = atomic_fetch_add_explicit(&next_slot, 1, memory_order_relaxed) % SLOTS;
  while (!atomic_load_explicit(&may_enter[slot], memory_order_acquire)) {
  }
  return slot;
}

static void unlock(unsigned slot) {
  // For the next round; ordered before anybody opens the slot again by the hand-over of those between.
  atomic_store_explicit(&may_enter[slot], false, memory_order_relaxed);
  atomic_store_explicit(&may_enter[(slot + 1) % SLOTS], true, HAND_OVER);
}

static int counter;  // the lock is there for this

static void *worker(void *unused) {
  (void)unused;
  unsigned slot = lock();
  counter++;
  unlock(slot);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
