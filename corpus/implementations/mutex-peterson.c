//@ about: G. L. Peterson's lock for two threads (Myths about the mutual exclusion problem, IPL
//@   1981) as an implementation of the specification mutex. A thread gets its number when it first
//@   locks; a third one is told that it may not. BROKEN: the accesses acquire and release, but are
//@   not seq_cst.
//@ why: Of two threads that both want the lock, the one that was polite last waits. This needs each
//@   of them to write its flag before it reads the other's, which is what seq_cst adds. BROKEN:
//@   both read the old flag of the other, under every model but SC. That the second politeness is
//@   read from the first one does not help: each has written turn, and reads its own write.
//@ implements: mutex
//@ sc,tso,rc11,cpp20: holds
//@ ra: error
//@ sc [-DBROKEN]: holds
//@ tso,rc11,cpp20 [-DBROKEN]: error
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifdef BROKEN
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

typedef struct {
  atomic_bool wants[2];
  atomic_int polite;  // who lets the other one go first
} lock_t;

static atomic_int threads;
static _Thread_local int number = -1;

void lock_init(lock_t *lock) {
  atomic_init(&lock->wants[0], false);
  atomic_init(&lock->wants[1], false);
  atomic_init(&lock->polite, 0);
}

void lock_acquire(lock_t *lock) {
  if (number < 0) number = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed);
  assert(number < 2);
  int other = 1 - number;
  atomic_store_explicit(&lock->wants[number], true, STORE);
  atomic_store_explicit(&lock->polite, number, STORE);
  while (atomic_load_explicit(&lock->wants[other], LOAD) &&
         atomic_load_explicit(&lock->polite, LOAD) == number) {
  }
}

void lock_release(lock_t *lock) {
  atomic_store_explicit(&lock->wants[number], false, memory_order_release);
}
