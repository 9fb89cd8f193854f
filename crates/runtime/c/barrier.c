/* Barriers.

   The word at offset 0 holds the number of threads of a round in its high half. The machine knows which arrivals make up a round as
   long as no more threads arrive than a round needs. Arriving then only reads the word, so that the order of arrivals is no
   behaviour of its own.

   If more threads arrive, they count all arrivals so far in the low half of the word: one fetch-and-add tells an arriving thread its
   round and its place in it. The count only grows, so waiting for the end of the round is waiting for a condition that stays true. */

#include "errors.h"
#include "intrinsics.h"
#include "life.h"

typedef struct {
  u64 word;
  life life;
} pthread_barrier_t;

enum { SERIAL_THREAD = -1 };

static const u64 ARRIVALS_MASK = 0xffffffffUL; /* all ones: destroyed */

static u64 threads_of_round(u64 word) {
  if ((word & ARRIVALS_MASK) == ARRIVALS_MASK || word >> 32 == 0)
    __porf_fail(FAIL_SYNCHRONISATION, "a thread waits at a barrier that is not initialised or is destroyed");
  return word >> 32;
}

/* The thread that arrives last is the serial one: which thread that is, is what the orders of arrival explore. */
static int wait_and_count(pthread_barrier_t *barrier) {
  u64 old = __atomic_fetch_add(&barrier->word, 1, __ATOMIC_ACQ_REL);
  u64 threads = threads_of_round(old);
  u64 arrived = old & ARRIVALS_MASK;
  u64 end_of_round = (arrived / threads + 1) * threads;
  if (arrived + 1 == end_of_round)
    return SERIAL_THREAD;
  __porf_wait_load64(&barrier->word, ARRIVALS_MASK, WAIT_AT_LEAST, end_of_round);
  return 0;
}

/* Behind leaving, no thread uses the memory of the barrier, which
   another thread of the round may have freed by then. */
int pthread_barrier_wait(pthread_barrier_t *barrier) {
  if (!__porf_ask_barrier(&barrier->word))
    return wait_and_count(barrier);
  u32 threads = threads_of_round(__atomic_load_n(&barrier->word, __ATOMIC_RELAXED));
  __porf_arrive(&barrier->word, threads);
  return __porf_serial(&barrier->word, __porf_leave(&barrier->word, threads));
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
  if (__porf_ask_barrier(&barrier->word))
    __porf_end_barrier(&barrier->word);
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
