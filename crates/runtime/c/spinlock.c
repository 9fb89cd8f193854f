/* Spinlocks are mutexes of 32 bits: the owner's thread id plus 1, 0 if free, and bits that say that it is initialised or destroyed. One
   that is 0 may never have been initialised, but is as good as one that is. */

#include "errors.h"
#include "held.h"

typedef u32 pthread_spinlock_t;

static const u32 SPIN_DESTROYED = 0x80000000;
static const u32 SPIN_INITIALISED = 0x40000000;
static const u32 SPIN_OWNER = 0x3fffffff;

static void check_spinlock(u32 word) {
  if (word & SPIN_DESTROYED)
    __porf_fail(FAIL_SYNCHRONISATION, "a destroyed spinlock is locked");
}

static u32 spinning_self(void) { return (u32)__porf_self() + 1; }

int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (find_held(lock))
    __porf_fail(FAIL_RELOCK, "a thread locks a spinlock that it holds");
  u64 effects = __porf_effects();
  u32 old = __porf_wait_rmw32(lock, SPIN_OWNER, WAIT_EQUAL, 0, OP_ADD, spinning_self());
  check_spinlock(old);
  hold(lock, old, effects);
  return 0;
}

/* Whether the lock is initialised is not known beforehand: that it is, is tried first. */
int pthread_spin_trylock(pthread_spinlock_t *lock) {
  if (find_held(lock))
    return EBUSY;
  u32 seen = SPIN_INITIALISED;
  _Bool locked;
  do {
    u32 old = seen;
    locked = __atomic_compare_exchange_n(lock, &seen, old | spinning_self(), 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    check_spinlock(seen);
  } while (!locked && (seen & SPIN_OWNER) == 0);
  if (!locked)
    return EBUSY;
  hold(lock, seen, NO_PAIR);
  return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
  struct held *held = find_held(lock);
  if (!held)
    __porf_fail(FAIL_UNLOCK_NOT_HELD, "a thread unlocks a spinlock that it does not hold");
  u64 effects = has_done_nothing_since(held) ? held->effects_before : NO_PAIR;
  u32 free_word = held->kind;
  forget(held);
  __atomic_store_n(lock, free_word, __ATOMIC_RELEASE);
  if (effects != NO_PAIR)
    __porf_cancel32(lock, effects);
  return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  u32 old = __porf_load_or_zero32(lock);
  if ((old & SPIN_INITIALISED) && !(old & SPIN_DESTROYED))
    __porf_fail(FAIL_SYNCHRONISATION, "a spinlock is initialised that has been initialised before");
  __atomic_store_n(lock, SPIN_INITIALISED, __ATOMIC_RELEASE);
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock) {
  u32 old = __atomic_fetch_or(lock, SPIN_DESTROYED, __ATOMIC_ACQ_REL);
  if (old & SPIN_DESTROYED)
    __porf_fail(FAIL_SYNCHRONISATION, "a spinlock is destroyed twice");
  if (old & SPIN_OWNER)
    __porf_fail(FAIL_SYNCHRONISATION, "a locked spinlock is destroyed");
  return 0;
}
