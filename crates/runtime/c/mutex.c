/* Mutexes.

   Locking is one waiting read-modify-write and unlocking one release store, so that two threads that lock, work and
   unlock have exactly two executions. Whatever a thread knows about the mutexes that it holds makes no events. */

#include "errors.h"
#include "held.h"
#include "mutex.h"

typedef struct {
  int kind;
} pthread_mutexattr_t;

static const u64 KIND_MASK = 0xffffffffUL;
static const u64 OWNER_MASK = 0xffffffff00000000UL;
static const u64 DESTROYED = 0xffffffffUL; /* as a kind */

static u64 owned_by_self(void) { return (__porf_self() + 1) << 32; }

static void acquired(pthread_mutex_t *mutex, u64 old, u64 effects_before) {
  if ((old & KIND_MASK) == DESTROYED)
    __porf_fail(FAIL_SYNCHRONISATION, "a destroyed mutex is locked");
  hold(mutex, (u32)old, effects_before);
}

static void release(pthread_mutex_t *mutex, struct held *held) {
  u64 free_word = held->kind;
  forget(held);
  __atomic_store_n(&mutex->word, free_word, __ATOMIC_RELEASE);
}

static int relock(struct held *held) {
  if (held->kind == MUTEX_RECURSIVE) {
    held->depth++;
    return 0;
  }
  if (held->kind == MUTEX_ERRORCHECK)
    return EDEADLK;
  __porf_fail(FAIL_RELOCK, "a thread locks a mutex that it holds");
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  struct held *held = find_held(mutex);
  if (held)
    return relock(held);
  u64 effects = __porf_effects();
  acquired(mutex, __porf_wait_rmw64(&mutex->word, OWNER_MASK, WAIT_EQUAL, 0, OP_OR, owned_by_self()), effects);
  return 0;
}

/* 0 or EBUSY. The word of a free mutex is its kind, which is not known beforehand: a normal one is tried first. */
static int mutex_try_lock(pthread_mutex_t *mutex, enum try_strength strength) {
  struct held *held = find_held(mutex);
  if (held) {
    if (held->kind != MUTEX_RECURSIVE)
      return EBUSY;
    held->depth++;
    return 0;
  }
  u64 seen = MUTEX_NORMAL;
  _Bool locked;
  do {
    u64 old = seen;
    u64 taken = old | owned_by_self();
    locked = __atomic_compare_exchange_n(&mutex->word, &seen, taken, strength == WEAK, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE);
    if (!locked && seen == old)
      return EBUSY; /* for no reason */
  } while (!locked && (seen & OWNER_MASK) == 0);
  if (!locked)
    return EBUSY;
  acquired(mutex, seen, NO_PAIR);
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) { return mutex_try_lock(mutex, STRONG); }

/* Time is not modelled: the attempt comes at any time, and the last one before the deadline is the one that counts.
   So a timed lock that finds the mutex locked has timed out, and it never waits, which a deadlock would be. */
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const void *deadline) {
  (void)deadline;
  struct held *held = find_held(mutex);
  if (held && held->kind == MUTEX_ERRORCHECK)
    return EDEADLK;
  return mutex_try_lock(mutex, STRONG) == 0 ? 0 : ETIMEDOUT;
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, int clock, const void *deadline) {
  (void)clock;
  return pthread_mutex_timedlock(mutex, deadline);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  struct held *held = find_held(mutex);
  if (!held) {
    /* An error anyway: only now is the kind worth a read. */
    u64 kind = __atomic_load_n(&mutex->word, __ATOMIC_RELAXED) & KIND_MASK;
    if (kind == MUTEX_ERRORCHECK || kind == MUTEX_RECURSIVE)
      return EPERM;
    __porf_fail(FAIL_UNLOCK_NOT_HELD, "a thread unlocks a mutex that it does not hold");
  }
  u64 effects = has_done_nothing_since(held) ? held->effects_before : NO_PAIR;
  held->depth--;
  if (held->depth > 0)
    return 0;
  release(mutex, held);
  if (effects != NO_PAIR)
    __porf_cancel64(&mutex->word, effects);
  return 0;
}

static u32 mutex_release_fully(pthread_mutex_t *mutex) {
  struct held *held = find_held(mutex);
  if (!held)
    __porf_fail(FAIL_SYNCHRONISATION, "a thread waits with a mutex that it does not hold");
  u32 depth = held->depth;
  release(mutex, held);
  return depth;
}

static void mutex_reacquire(pthread_mutex_t *mutex, u32 depth) {
  pthread_mutex_lock(mutex);
  find_held(mutex)->depth = depth;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  begin_life(&mutex->life, "a mutex is initialised that has been initialised before");
  mutex->word = attributes ? (u32)attributes->kind : MUTEX_NORMAL;
  return 0;
}

/* If that is an error, nothing is written that others could see: what they do is then no consequence of it. */
int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  u64 seen = MUTEX_NORMAL;
  while (!__atomic_compare_exchange_n(&mutex->word, &seen, DESTROYED, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    if (seen & OWNER_MASK)
      __porf_fail(FAIL_SYNCHRONISATION, "a locked mutex is destroyed");
    if (seen == DESTROYED)
      __porf_fail(FAIL_SYNCHRONISATION, "a mutex is destroyed twice");
  }
  end_life(&mutex->life);
  return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
  attributes->kind = MUTEX_NORMAL;
  return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
  (void)attributes;
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind) {
  if (kind < MUTEX_NORMAL || kind > MUTEX_ADAPTIVE)
    return EINVAL;
  attributes->kind = kind;
  return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind) {
  *kind = attributes->kind;
  return 0;
}

/* There is one process, and there are no priorities. */
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
  (void)attributes;
  (void)shared;
  return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) {
  (void)attributes;
  (void)protocol;
  return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
  (void)attributes;
  return robust ? ENOTSUP : 0;
}
