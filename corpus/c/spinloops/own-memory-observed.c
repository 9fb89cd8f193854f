//@ about: Waiting loops that store to memory which seems to be of one thread only. By default another thread reads the
//@   cache of a thread that waits. EXPECTED: the expected value of a weak compare-exchange is such a variable. BEFORE: the
//@   variable is stored before the loop, and read in it. UPDATED: a compare-exchange reads the loop's own store.
//@ why: Default and EXPECTED: the plain stores of the loop, or of a spurious failure, are unordered with the read: a race.
//@   BEFORE: the other thread's exchange ends the loop after one iteration or none, so that x2 may become 1. UPDATED: the second
//@   attempt reads the loop's own 1 after the first one has failed spuriously. Each error is in an interleaving.
//@ all: error data-race
//@ all [-DEXPECTED]: error data-race
//@ all [-DBEFORE]: error assertion
//@ all [-DUPDATED]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x1, x2, own;

static void *waits(void *unused) {
#if defined(EXPECTED)
  while (!__atomic_compare_exchange_n(&x1, &own, 0, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#elif defined(BEFORE)
  int r = 0;
  __atomic_store_n(&x1, 2, __ATOMIC_RELAXED);
  while (__atomic_load_n(&x1, __ATOMIC_RELAXED)) {
    r = r + 1;
    if (r > 1) r = 0;
  }
  x2 = r;
#elif defined(UPDATED)
  int r = 0;
  while (!__atomic_compare_exchange_n(&x1, &r, r, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    __atomic_store_n(&x1, 1, __ATOMIC_RELAXED);
#else
  while (!own) own = __atomic_load_n(&x1, __ATOMIC_ACQUIRE);
#endif
  return unused;
}

static void *other(void *unused) {
#if defined(EXPECTED)
  (void)__atomic_load_n(&own, __ATOMIC_RELAXED);
#elif defined(BEFORE)
  (void)__atomic_exchange_n(&x1, 0, __ATOMIC_RELAXED);
#elif !defined(UPDATED)
  (void)__atomic_load_n(&own, __ATOMIC_RELAXED);
  __atomic_store_n(&x1, 1, __ATOMIC_RELEASE);
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waits, NULL);
  pthread_create(&two, NULL, other, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
#if defined(BEFORE)
  assert(x2 == 0);
#elif defined(UPDATED)
  assert(x1 == 0);
#endif
  return 0;
}
