/* Condition variables.

   The word at offset 0 is the set of waiting threads, a bit each, and a bit that says that it is destroyed. A thread adds itself before it unlocks the mutex, is
   taken out by a signal, and waits until it is out. All of this is atomic, so no wake-up is lost that the standard
   does not let be lost.

   A wake-up without a signal is the waiting thread taking itself out. If the thread then only looks and waits again, as in
   the usual loop, it might as well have gone on waiting: its accesses to the mutex and to the set cancel each other, and a
   signal in between could have woken it, whereupon it would have looked and waited again, too. So such an execution is
   left. Wake-ups after which the thread does something are explored a few times for each thread; if more are left out,
   the verdict says so. */

#include "errors.h"
#include "life.h"
#include "mutex.h"

typedef struct {
  u64 waiting;
  life life;
} pthread_cond_t;

enum { MOST_WAITING = 63 };
static const u64 COND_DESTROYED = 1UL << MOST_WAITING;

static void check_condition(u64 waiting) {
  if (waiting & COND_DESTROYED)
    __porf_fail(FAIL_SYNCHRONISATION, "a condition variable is used that is destroyed");
}

enum { MOST_SPURIOUS = 2 };
static _Thread_local int spurious_wakeups;

/* The condition variable for which the calling thread has waited without being signalled, and how many effects it had had
   when it went on. */
static _Thread_local const pthread_cond_t *not_signalled;
static _Thread_local u64 effects_when_woken;

/* Leaves executions in which the calling thread waits again without having done anything since it woke up. */
static void expect_progress(const pthread_cond_t *condition) {
  __porf_assume(not_signalled != condition || effects_when_woken != __porf_effects());
}

static void woken_without_signal(const pthread_cond_t *condition) {
  not_signalled = condition;
  effects_when_woken = __porf_effects() + 1; /* this one included */
}

/* Puts the calling thread into the set: its bit. */
static u64 enter(pthread_cond_t *condition) {
  u64 self = 1UL << (__porf_self() % MOST_WAITING);
  u64 old = __atomic_fetch_or(&condition->waiting, self, __ATOMIC_ACQ_REL);
  check_condition(old);
  if (old & self)
    __porf_fail(FAIL_UNSUPPORTED, "two threads whose numbers are equal modulo 63 wait for one condition variable");
  return self;
}

/* Whether the wait ends without a signal. */
static int wakes_spuriously(void) {
  if (!__porf_spurious())
    return 0;
  if (spurious_wakeups == MOST_SPURIOUS) {
    __porf_choose_some(1);
    return 0;
  }
  int wakes = (int)__porf_choose(2);
  if (wakes)
    spurious_wakeups++;
  return wakes;
}

/* Takes the calling thread out of the set: 1 if it still was in there. */
static int leave(pthread_cond_t *condition, u64 self) {
  u64 old = __atomic_fetch_and(&condition->waiting, ~self, __ATOMIC_ACQ_REL);
  return (old & self) != 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  expect_progress(condition);
  u64 self = enter(condition);
  u32 depth = mutex_release_fully(mutex);
  if (wakes_spuriously()) {
    /* A thread that was signalled before is what the other choice explores. */
    __porf_assume(leave(condition, self));
    mutex_reacquire(mutex, depth);
    woken_without_signal(condition);
  } else {
    __porf_wait_load64(&condition->waiting, self, WAIT_EQUAL, 0);
    mutex_reacquire(mutex, depth);
  }
  return 0;
}

/* The deadline can come at any time; a thread that is in the set by then has not been signalled. So this never blocks,
   which a deadlock would be. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const void *deadline) {
  (void)deadline;
  expect_progress(condition);
  u64 self = enter(condition);
  u32 depth = mutex_release_fully(mutex);
  int timed_out = leave(condition, self);
  mutex_reacquire(mutex, depth);
  int is_told = timed_out && !wakes_spuriously();
  if (timed_out)
    woken_without_signal(condition);
  return is_told ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, int clock, const void *deadline) {
  (void)clock;
  return pthread_cond_timedwait(condition, mutex, deadline);
}

static u64 choose_member(u64 set) {
  u64 count = (u64)__builtin_popcountl(set);
  u64 skip = count > 1 ? __porf_choose(count) : 0;
  for (; skip > 0; skip--)
    set &= set - 1;
  return set & -set;
}

/* Looking and taking out are one step: an execution in which another thread comes between is left, since the one in
   which this thread looks later is explored too. */
int pthread_cond_signal(pthread_cond_t *condition) {
  u64 seen = __atomic_load_n(&condition->waiting, __ATOMIC_ACQUIRE);
  check_condition(seen);
  if (seen == 0)
    return 0;
  u64 woken = choose_member(seen);
  __porf_assume(__atomic_compare_exchange_n(&condition->waiting, &seen, seen & ~woken, 0, __ATOMIC_ACQ_REL,
                                            __ATOMIC_ACQUIRE));
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  check_condition(__atomic_exchange_n(&condition->waiting, 0, __ATOMIC_ACQ_REL));
  return 0;
}

int pthread_cond_init(pthread_cond_t *condition, const void *attributes) {
  (void)attributes;
  begin_life(&condition->life, "a condition variable is initialised that has been initialised before");
  condition->waiting = 0;
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) {
  u64 old = __atomic_fetch_or(&condition->waiting, COND_DESTROYED, __ATOMIC_ACQ_REL);
  check_condition(old);
  if (old != 0)
    __porf_fail(FAIL_SYNCHRONISATION, "a condition variable is destroyed while a thread waits for it");
  end_life(&condition->life);
  return 0;
}

int pthread_condattr_init(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_condattr_destroy(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_condattr_setclock(void *attributes, int clock) {
  (void)attributes;
  (void)clock;
  return 0;
}

int pthread_condattr_setpshared(void *attributes, int shared) {
  (void)attributes;
  (void)shared;
  return 0;
}
