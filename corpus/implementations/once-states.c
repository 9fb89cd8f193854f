//@ about: Initialisation that happens once, as three states of one word (std::call_once and the
//@   guards of C++ statics are made so), as an implementation of the specification once. STRICT: a
//@   call that finds all done writes that again. BROKEN: the end does not release. BROKEN_TEST: a
//@   thread that has seen nothing done stores that it has begun. BROKEN_WAIT: a call that finds the
//@   initialisation under way does not wait.
//@ why: The compare-exchange from NEW succeeds once; the others read DONE from the end, and acquire
//@   it. With STRICT, a late call also sees what earlier ones did before, of which the
//@   specification says nothing. BROKEN: the late ones do not see what was initialised, under RC11 and
//@   C++20. BROKEN_TEST: two threads begin; BROKEN_WAIT: a thread goes on before the end. Both
//@   under every model.
//@ implements: once
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DSTRICT]: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TEST]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_WAIT]: error
#include <stdatomic.h>

#ifdef BROKEN
#define END memory_order_relaxed
#else
#define END memory_order_release
#endif

enum { NEW = 0, BEGUN = 1, DONE = 3 };

typedef struct {
  atomic_int state;
} once_state_t;

static int change(once_state_t *once, int from, int to) {
  return atomic_compare_exchange_strong_explicit(&once->state, &from, to, memory_order_acq_rel,
                                                 memory_order_relaxed);
}

/* Returns NEW to the one that has to initialise, and DONE to all others. */
int once_begin(once_state_t *once) {
  for (;;) {
    int seen = atomic_load_explicit(&once->state, memory_order_acquire);
    if (seen == NEW) {
#ifdef BROKEN_TEST
      atomic_store_explicit(&once->state, BEGUN, memory_order_relaxed);
      return NEW;
#else
      if (change(once, NEW, BEGUN)) return NEW;
#endif
    }
#ifdef BROKEN_WAIT
    else return DONE;
#endif
#ifdef STRICT
    if (seen == DONE && change(once, DONE, DONE)) return DONE;
#else
    if (seen == DONE) return DONE;
#endif
  }
}

void once_end(once_state_t *once) {
  atomic_store_explicit(&once->state, DONE, END);
}
