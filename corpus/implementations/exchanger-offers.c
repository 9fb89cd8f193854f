//@ about: An exchanger with a slot for the offer of a thread that waits (Scherer, Lea and Scott, A
//@   scalable elimination-based exchange channel, SCOOL 2005, with one slot and no time-outs), as
//@   an implementation of the specification exchanger. Offers are variables of their threads.
//@   BROKEN: the answer is not released. BROKEN_TAKE: a partner clears the slot with a store.
//@   BROKEN_EARLY: a partner reads an offer before it has taken it.
//@ why: Whoever takes an offer from the slot is alone with it, and has acquired it; the thread that
//@   waits leaves after the last access to its offer. An address may come back to the slot, but
//@   then it is a new offer, and fine. BROKEN: the waiting thread races with the answer under RC11
//@   and C++20. BROKEN_TAKE: two threads answer one offer. BROKEN_EARLY: the offer may be gone.
//@   Both need three threads, under every model.
//@ implements: exchanger
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TAKE --threads 3 --calls 1]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_EARLY --threads 3 --calls 1]: error
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROKEN
#define ANSWER memory_order_relaxed
#else
#define ANSWER memory_order_release
#endif

struct offer {
  int value;
  int answer;
  atomic_bool answered;
};

typedef struct {
  _Atomic(struct offer *) slot;
} exchanger_t;

static bool change(exchanger_t *exchanger, struct offer *from, struct offer *to) {
#ifdef BROKEN_TAKE
  if (to == NULL) {
    atomic_store_explicit(&exchanger->slot, NULL, memory_order_relaxed);
    return true;
  }
#endif
  return atomic_compare_exchange_strong_explicit(&exchanger->slot, &from, to, memory_order_acq_rel,
                                                 memory_order_relaxed);
}

int exchange(exchanger_t *exchanger, int value) {
  struct offer mine = {.value = value};
  for (;;) {
    struct offer *other = atomic_load_explicit(&exchanger->slot, memory_order_acquire);
    if (other == NULL) {
      if (!change(exchanger, NULL, &mine)) continue;
      while (!atomic_load_explicit(&mine.answered, memory_order_acquire)) {
      }
      return mine.answer;
    }
#ifdef BROKEN_EARLY
    int theirs = other->value;
    if (!change(exchanger, other, NULL)) continue;
#else
    if (!change(exchanger, other, NULL)) continue;
    int theirs = other->value;
#endif
    other->answer = value;
    atomic_store_explicit(&other->answered, true, ANSWER);
    return theirs;
  }
}
