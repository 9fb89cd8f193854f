//@ about: A counter with a compare-exchange loop, which goes on with the value that a failure has
//@   read, as an implementation of the specification counter. RELOAD: the value is loaded again.
//@   BROKEN: a spurious failure counts as a success. BROKEN_SUM: the sum is computed before the
//@   loop.
//@ why: The compare-exchange that succeeds replaces the value that the sum was made of. BROKEN: an
//@   addition is left out: one thread under every model. BROKEN_SUM: the compare-exchange succeeds
//@   with the new value and writes a sum of the old one: two threads under every model.
//@ implements: counter
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DRELOAD]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_SUM]: error
#include <stdatomic.h>

typedef struct {
  atomic_int value;
} counter_t;

int counter_get(counter_t *counter) {
  return atomic_load_explicit(&counter->value, memory_order_relaxed);
}

static int replace(counter_t *counter, int *seen, int sum) {
  return atomic_compare_exchange_weak_explicit(&counter->value, seen, sum, memory_order_relaxed,
                                               memory_order_relaxed);
}

int counter_add(counter_t *counter, int amount) {
  int seen = counter_get(counter);
#if defined(BROKEN)
  int before = seen;
  while (!replace(counter, &seen, seen + amount)) {
    if (seen == before) break;  // the value is as expected, so it must have worked
    before = seen;
  }
#elif defined(BROKEN_SUM)
  int sum = seen + amount;
  while (!replace(counter, &seen, sum)) {
  }
#elif defined(RELOAD)
  while (!replace(counter, &seen, seen + amount)) seen = counter_get(counter);
#else
  while (!replace(counter, &seen, seen + amount)) {
  }
#endif
  return seen;
}
