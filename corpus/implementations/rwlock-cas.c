//@ about: A lock for readers and writers in one word: the number of readers, or -1 for the writer,
//@   changed by compare-exchange (Herlihy and Shavit, The Art of Multiprocessor Programming,
//@   chapter 8, have the counter under a lock), as an implementation of the specification rwlock.
//@   ACQUIRE: a reader that enters acquires, and does not release. BROKEN: a reader that leaves
//@   does not release. BROKEN_TEST: a reader that has seen no writer adds itself without looking
//@   again.
//@ why: The word does what the specification says, with the same orderings. ACQUIRE is what most
//@   programs have, and enough to protect data. It says less than the specification: of two readers
//@   that enter, neither sees what the other one did before, which RC11 and C++20 allow. BROKEN:
//@   the writer does not see that the reader is done, under RC11 and C++20. BROKEN_TEST: a writer
//@   comes in between the test and the addition, under every model.
//@ implements: rwlock
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra [-DBROKEN --calls 1]: holds
//@ rc11,cpp20 [-DBROKEN --calls 1]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TEST --calls 1]: error
#include <stdatomic.h>

#ifdef BROKEN
#define READ_UNLOCK memory_order_relaxed
#else
#define READ_UNLOCK memory_order_release
#endif
#ifdef ACQUIRE
#define ENTER memory_order_acquire
#else
#define ENTER memory_order_acq_rel
#endif

typedef struct {
  atomic_int readers;  // -1: a writer
} rw_t;

void rw_read_lock(rw_t *lock) {
  int seen = atomic_load_explicit(&lock->readers, memory_order_relaxed);
  for (;;) {
    while (seen < 0) seen = atomic_load_explicit(&lock->readers, memory_order_relaxed);
#ifdef BROKEN_TEST
    atomic_fetch_add_explicit(&lock->readers, 1, ENTER);
    return;
#endif
    if (atomic_compare_exchange_weak_explicit(&lock->readers, &seen, seen + 1, ENTER,
                                              memory_order_relaxed)) {
      return;
    }
  }
}

void rw_read_unlock(rw_t *lock) {
  atomic_fetch_sub_explicit(&lock->readers, 1, READ_UNLOCK);
}

void rw_write_lock(rw_t *lock) {
  int nobody = 0;
  while (!atomic_compare_exchange_weak_explicit(&lock->readers, &nobody, -1, ENTER,
                                                memory_order_relaxed)) {
    nobody = 0;
  }
}

void rw_write_unlock(rw_t *lock) {
  atomic_store_explicit(&lock->readers, 0, memory_order_release);
}
