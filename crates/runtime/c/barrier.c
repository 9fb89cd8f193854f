/* Barriers.

   The word at offset 0 counts all arrivals so far in its low half and holds the number of threads of a round in its
   high half: one fetch-and-add tells an arriving thread its round and its place in it. The count only grows, so waiting
   for the end of the round is waiting for a condition that stays true. */

#include "errors.h"
#include "intrinsics.h"
#include "life.h"

typedef struct {
  u64 word;
  life life;
} pthread_barrier_t;

enum { SERIAL_THREAD = -1 };

static const u64 ARRIVALS_MASK = 0xffffffffUL; /* all ones: destroyed */

/* The thread that arrives last is the serial one: which thread that is, is what the orders of arrival explore. */
int pthread_barrier_wait(pthread_barrier_t *barrier) {
  u64 old = __atomic_fetch_add(&barrier->word, 1, __ATOMIC_ACQ_REL);
  u64 arrived = old & ARRIVALS_MASK;
  u64 threads = old >> 32;
  if (arrived == ARRIVALS_MASK || threads == 0)
    __porf_fail(FAIL_SYNCHRONISATION, "a thread waits at a barrier that is not initialised or is destroyed");
  u64 end_of_round = (arrived / threads + 1) * threads;
  if (arrived + 1 == end_of_round)
    return SERIAL_THREAD;
  __porf_wait_load64(&barrier->word, ARRIVALS_MASK, WAIT_AT_LEAST, end_of_round);
  return 0;
}

int pthread_barrier_init(pthread_barrier_t *barrier, const void *attributes, u32 threads) {
  (void)attributes;
  if (threads == 0)
    return EINVAL;
  begin_life(&barrier->life, "a barrier is initialised that has been initialised before");
  barrier->word = (u64)threads << 32;
  return 0;
}

/* Threads of a finished round may not have left yet: for them, the count must stay where it is or grow. */
int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  u64 old = __atomic_fetch_or(&barrier->word, ARRIVALS_MASK, __ATOMIC_ACQ_REL);
  u64 threads = old >> 32;
  if (threads == 0 || (old & ARRIVALS_MASK) == ARRIVALS_MASK)
    __porf_fail(FAIL_SYNCHRONISATION, "a barrier is destroyed that is not initialised or has been destroyed");
  if ((old & ARRIVALS_MASK) % threads != 0)
    __porf_fail(FAIL_SYNCHRONISATION, "a barrier is destroyed while a thread waits at it");
  end_life(&barrier->life);
  return 0;
}

int pthread_barrierattr_init(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_barrierattr_destroy(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_barrierattr_setpshared(void *attributes, int shared) {
  (void)attributes;
  (void)shared;
  return 0;
}
