/* Spinlocks are mutexes of 32 bits: the owner's thread id plus 1, 0 if free. */

#include "errors.h"
#include "held.h"

typedef u32 pthread_spinlock_t;

static u32 spinning_self(void) { return (u32)__porf_self() + 1; }

int pthread_spin_lock(pthread_spinlock_t *lock) {
  if (find_held(lock))
    __porf_fail(FAIL_RELOCK, "a thread locks a spinlock that it holds");
  u64 effects = __porf_effects();
  __porf_wait_rmw32(lock, ~0U, WAIT_EQUAL, 0, OP_ADD, spinning_self());
  hold(lock, 0, effects);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
  u32 expected = 0;
  if (find_held(lock) || !__atomic_compare_exchange_n(lock, &expected, spinning_self(), 0, __ATOMIC_ACQ_REL,
                                                      __ATOMIC_ACQUIRE))
    return EBUSY;
  hold(lock, 0, NO_PAIR);
  return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
  struct held *held = find_held(lock);
  if (!held)
    __porf_fail(FAIL_UNLOCK_NOT_HELD, "a thread unlocks a spinlock that it does not hold");
  u64 effects = has_done_nothing_since(held) ? held->effects_before : NO_PAIR;
  forget(held);
  __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
  if (effects != NO_PAIR)
    __porf_cancel32(lock, effects);
  return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock) {
  if (__atomic_load_n(lock, __ATOMIC_ACQUIRE) != 0)
    __porf_fail(FAIL_SYNCHRONISATION, "a locked spinlock is destroyed");
  return 0;
}
