/* Read-write locks.

   The word at offset 0 counts the readers in its low half; a writer puts its thread id plus 1 in the high half. A bit of
   the low half says that it is destroyed: nobody waits for a lock that is, but finds out. A thread
   that already reads and locks for reading again makes no events. */

#include "errors.h"
#include "held.h"
#include "life.h"

typedef struct {
  u64 word;
  life life;
} pthread_rwlock_t;

static const u64 WRITER_MASK = 0xffffffff00000000UL;
static const u64 RWLOCK_DESTROYED = 0x80000000UL;

enum rwlock_kind { HELD_FOR_READING, HELD_FOR_WRITING };

static void check_rwlock(u64 word) {
  if (word & RWLOCK_DESTROYED)
    __porf_fail(FAIL_SYNCHRONISATION, "a destroyed read-write lock is locked");
}

static u64 written_by_self(void) { return (__porf_self() + 1) << 32; }

/* Another lock for reading by a thread that holds the lock: 1 if it is granted without more ado. */
static int read_again(struct held *held) {
  if (!held || held->kind != HELD_FOR_READING)
    return 0;
  held->depth++;
  return 1;
}

static const char *const RWLOCK_RELOCK = "a thread locks a read-write lock that it holds";

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  struct held *held = find_held(lock);
  if (read_again(held))
    return 0;
  if (held)
    __porf_fail(FAIL_RELOCK, RWLOCK_RELOCK);
  check_rwlock(__porf_wait_rmw64(&lock->word, WRITER_MASK, WAIT_EQUAL, 0, OP_ADD, 1));
  hold(lock, HELD_FOR_READING, NO_PAIR);
  return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  if (find_held(lock))
    __porf_fail(FAIL_RELOCK, RWLOCK_RELOCK);
  check_rwlock(__porf_wait_rmw64(&lock->word, ~RWLOCK_DESTROYED, WAIT_EQUAL, 0, OP_ADD, written_by_self()));
  hold(lock, HELD_FOR_WRITING, NO_PAIR);
  return 0;
}

/* Looking and counting are one step, as in pthread_cond_signal. */
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  struct held *held = find_held(lock);
  if (read_again(held))
    return 0;
  u64 seen = __atomic_load_n(&lock->word, __ATOMIC_ACQUIRE);
  check_rwlock(seen);
  if (held || (seen & WRITER_MASK))
    return EBUSY;
  __porf_assume(
      __atomic_compare_exchange_n(&lock->word, &seen, seen + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  hold(lock, HELD_FOR_READING, NO_PAIR);
  return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  u64 expected = 0;
  if (find_held(lock) || !__atomic_compare_exchange_n(&lock->word, &expected, written_by_self(), 0,
                                                      __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    check_rwlock(expected);
    return EBUSY;
  }
  hold(lock, HELD_FOR_WRITING, NO_PAIR);
  return 0;
}

/* As for pthread_mutex_timedlock. */
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const void *deadline) {
  (void)deadline;
  return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const void *deadline) {
  (void)deadline;
  return pthread_rwlock_trywrlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  struct held *held = find_held(lock);
  if (!held)
    __porf_fail(FAIL_UNLOCK_NOT_HELD, "a thread unlocks a read-write lock that it does not hold");
  held->depth--;
  if (held->depth > 0)
    return 0;
  int writing = held->kind == HELD_FOR_WRITING;
  forget(held);
  if (writing)
    __atomic_store_n(&lock->word, 0, __ATOMIC_RELEASE);
  else
    __atomic_fetch_sub(&lock->word, 1, __ATOMIC_RELEASE);
  return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const void *attributes) {
  (void)attributes;
  begin_life(&lock->life, "a read-write lock is initialised that has been initialised before");
  lock->word = 0;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  u64 old = __atomic_fetch_or(&lock->word, RWLOCK_DESTROYED, __ATOMIC_ACQ_REL);
  if (old != 0)
    __porf_fail(FAIL_SYNCHRONISATION, "a read-write lock is destroyed that is locked or has been destroyed");
  end_life(&lock->life);
  return 0;
}

int pthread_rwlockattr_init(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_rwlockattr_destroy(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_rwlockattr_setkind_np(void *attributes, int preference) {
  (void)attributes;
  (void)preference;
  return 0;
}

int pthread_rwlockattr_setpshared(void *attributes, int shared) {
  (void)attributes;
  (void)shared;
  return 0;
}
