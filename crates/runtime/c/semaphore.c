/* POSIX semaphores without a name: the word at offset 0 is the value, and in its high half whether it is initialised. Nobody waits for one
   that is not, but finds out. */

#include "errors.h"
#include "intrinsics.h"
#include "life.h"

typedef struct {
  u64 word;
  life life;
} sem_t;

static const u64 VALUE_MAX = 0x7fffffff;
static const u64 SEM_INITIALISED = 1UL << 32;
static const u64 SEM_DESTROYED = 1UL << 33;

/* The value in a word. */
static u64 value_in(u64 word) {
  if (word & SEM_DESTROYED)
    __porf_fail(FAIL_SYNCHRONISATION, "a semaphore is used that is destroyed");
  if (!(word & SEM_INITIALISED))
    __porf_fail(FAIL_SYNCHRONISATION, "a semaphore is used that was never initialised");
  return word - SEM_INITIALISED;
}

static int failed_with(int error) {
  errno = error;
  return -1;
}

int sem_init(sem_t *semaphore, int shared, u32 value) {
  (void)shared;
  if (value > VALUE_MAX)
    return failed_with(EINVAL);
  begin_life(&semaphore->life, "a semaphore is initialised that has been initialised before");
  semaphore->word = SEM_INITIALISED + value;
  return 0;
}

/* A thread that waits for it is woken, to find out that it must not have waited. */
int sem_destroy(sem_t *semaphore) {
  value_in(__atomic_exchange_n(&semaphore->word, SEM_DESTROYED, __ATOMIC_ACQ_REL));
  end_life(&semaphore->life);
  return 0;
}

int sem_wait(sem_t *semaphore) {
  value_in(__porf_wait_rmw64(&semaphore->word, ~0UL, WAIT_NOT_EQUAL, SEM_INITIALISED, OP_SUB, 1));
  return 0;
}

/* Looking and taking are one step, as in pthread_cond_signal. */
static int take_or(sem_t *semaphore, int error) {
  u64 seen = __atomic_load_n(&semaphore->word, __ATOMIC_ACQUIRE);
  if (value_in(seen) == 0)
    return failed_with(error);
  __porf_assume(
      __atomic_compare_exchange_n(&semaphore->word, &seen, seen - 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  return 0;
}

int sem_trywait(sem_t *semaphore) { return take_or(semaphore, EAGAIN); }

/* As for pthread_mutex_timedlock. */
int sem_timedwait(sem_t *semaphore, const void *deadline) {
  (void)deadline;
  return take_or(semaphore, ETIMEDOUT);
}

int sem_clockwait(sem_t *semaphore, int clock, const void *deadline) {
  (void)clock;
  return sem_timedwait(semaphore, deadline);
}

int sem_post(sem_t *semaphore) {
  u64 old = __atomic_fetch_add(&semaphore->word, 1, __ATOMIC_ACQ_REL);
  if (value_in(old) >= VALUE_MAX)
    __porf_fail(FAIL_SYNCHRONISATION, "a semaphore is posted beyond its largest value");
  return 0;
}

int sem_getvalue(sem_t *semaphore, int *value) {
  *value = (int)value_in(__atomic_load_n(&semaphore->word, __ATOMIC_ACQUIRE));
  return 0;
}
