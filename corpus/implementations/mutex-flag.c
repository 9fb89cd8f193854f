//@ about: The lock that the C standard has in mind for atomic_flag (ISO C11, 7.17.8) as an
//@   implementation of the specification mutex, with default orderings. BROKEN: a thread tries
//@   twice, and enters even if it has failed both times.
//@ why: test_and_set returns false to one thread for each clear. Everything is seq_cst. BROKEN: a
//@   thread that fails twice goes in beside the holder, under every model.
//@ implements: mutex
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
#include <stdatomic.h>

typedef struct {
  atomic_flag held;
} lock_t;

void lock_init(lock_t *lock) {
  atomic_flag_clear(&lock->held);
}

void lock_acquire(lock_t *lock) {
#ifdef BROKEN
  // One retry instead of a loop.
  if (atomic_flag_test_and_set(&lock->held)) atomic_flag_test_and_set(&lock->held);
#else
  while (atomic_flag_test_and_set(&lock->held)) {
  }
#endif
}

void lock_release(lock_t *lock) {
  atomic_flag_clear(&lock->held);
}
