//@ about: The lock-free exchanger of M. Herlihy and N. Shavit, The Art of Multiprocessor
//@   Programming (2008), section 11.4.1: one word with a state and a value, without time-outs, as
//@   an implementation of the specification exchanger. BROKEN: the second thread acquires and does
//@   not release. BROKEN_TEST: the second thread stores its value after it has seen that somebody
//@   waits.
//@ why: The word goes from EMPTY to WAITING to BUSY, each time by one compare-exchange, and the
//@   first thread alone makes it EMPTY again, when it has read BUSY. So a pair is alone with the
//@   word. BROKEN: the first thread does not see what the second one did, under RC11 and C++20.
//@   BROKEN_TEST: two threads find the same one waiting: three threads under every model.
//@ implements: exchanger
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TEST --threads 3 --calls 1]: error
#include <stdatomic.h>

#ifdef BROKEN
#define MEET memory_order_acquire
#else
#define MEET memory_order_acq_rel
#endif

enum { EMPTY = 0, WAITING = 1, BUSY = 2, STATE = 3 };

typedef struct {
  atomic_uint word;  // a value, and the state in the lowest two bits
} exchanger_t;

static int value_of(unsigned word) {
  return (int)(word >> 2);
}

static unsigned make(int value, unsigned state) {
  return (unsigned)value << 2 | state;
}

int exchange(exchanger_t *exchanger, int value) {
  for (;;) {
    unsigned seen = atomic_load_explicit(&exchanger->word, memory_order_relaxed);
    switch (seen & STATE) {
      case EMPTY:
        if (!atomic_compare_exchange_strong_explicit(&exchanger->word, &seen, make(value, WAITING),
                                                     memory_order_release, memory_order_relaxed)) {
          break;
        }
        do {
          seen = atomic_load_explicit(&exchanger->word, memory_order_acquire);
        } while ((seen & STATE) != BUSY);
        atomic_store_explicit(&exchanger->word, EMPTY, memory_order_relaxed);
        return value_of(seen);
      case WAITING:
#ifdef BROKEN_TEST
        atomic_store_explicit(&exchanger->word, make(value, BUSY), memory_order_release);
        atomic_thread_fence(memory_order_acquire);
        return value_of(seen);
#else
        if (atomic_compare_exchange_strong_explicit(&exchanger->word, &seen, make(value, BUSY),
                                                    MEET, memory_order_relaxed)) {
          return value_of(seen);
        }
        break;
#endif
      default:  // two others are at it
        break;
    }
  }
}
