//@ about: A counter with fetch-and-add (Gottlieb, Lubachevsky and Rudolph, Basic techniques for the
//@   efficient coordination of very large numbers of cooperating sequential processors, TOPLAS
//@   1983) as an implementation of the specification counter. BROKEN: an addition is a load and a
//@   store. BROKEN_RESULT: what is returned is loaded after the addition.
//@ why: The addition is the rmw that the specification names. BROKEN: of two additions one is lost.
//@   BROKEN_RESULT: two threads get the same value, since both have added when they look. Both
//@   under every model.
//@ implements: counter
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_RESULT]: error
#include <stdatomic.h>

typedef struct {
  atomic_int value;
} counter_t;

int counter_get(counter_t *counter) {
  return atomic_load_explicit(&counter->value, memory_order_relaxed);
}

int counter_add(counter_t *counter, int amount) {
#if defined(BROKEN)
  int seen = counter_get(counter);
  atomic_store_explicit(&counter->value, seen + amount, memory_order_relaxed);
  return seen;
#elif defined(BROKEN_RESULT)
  atomic_fetch_add_explicit(&counter->value, amount, memory_order_relaxed);
  return counter_get(counter) - amount;
#else
  return atomic_fetch_add_explicit(&counter->value, amount, memory_order_relaxed);
#endif
}
