/* POSIX semaphores without a name: the word at offset 0 is the value. */

#include "errors.h"
#include "intrinsics.h"

typedef struct {
  u64 value;
} sem_t;

static const u64 VALUE_MAX = 0x7fffffff;

static int failed_with(int error) {
  errno = error;
  return -1;
}

int sem_init(sem_t *semaphore, int shared, u32 value) {
  (void)shared;
  if (value > VALUE_MAX)
    return failed_with(EINVAL);
  semaphore->value = value;
  return 0;
}

int sem_destroy(sem_t *semaphore) {
  (void)semaphore;
  return 0;
}

int sem_wait(sem_t *semaphore) {
  __porf_wait_rmw64(&semaphore->value, ~0UL, WAIT_NOT_EQUAL, 0, OP_SUB, 1);
  return 0;
}

/* Looking and taking are one step, as in pthread_cond_signal. */
static int take_or(sem_t *semaphore, int error) {
  u64 seen = __atomic_load_n(&semaphore->value, __ATOMIC_ACQUIRE);
  if (seen == 0)
    return failed_with(error);
  __porf_assume(
      __atomic_compare_exchange_n(&semaphore->value, &seen, seen - 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
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
  u64 old = __atomic_fetch_add(&semaphore->value, 1, __ATOMIC_ACQ_REL);
  if (old >= VALUE_MAX)
    __porf_fail(FAIL_SYNCHRONISATION, "a semaphore is posted beyond its largest value");
  return 0;
}

int sem_getvalue(sem_t *semaphore, int *value) {
  *value = (int)__atomic_load_n(&semaphore->value, __ATOMIC_ACQUIRE);
  return 0;
}
