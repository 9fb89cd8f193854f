//@ about: A register that is an atomic variable, as an implementation of the specification
//@   release-acquire-register. BROKEN: a write does not release. BROKEN_CAS: a compare-exchange
//@   that fails does not acquire, as in code that copies relaxed as the order of failures from a
//@   loop. BROKEN_ADD: an addition is a load and a store.
//@ why: The calls are the accesses that the specification names. BROKEN, BROKEN_CAS: who reads a
//@   value does not see what came before its write, under RC11 and C++20. BROKEN_ADD: one of two
//@   additions is lost, under every model.
//@ implements: release-acquire-register
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra [-DBROKEN --calls 1]: holds
//@ rc11,cpp20 [-DBROKEN --calls 1]: error
//@ sc,tso,ra [-DBROKEN_CAS --messages 0]: holds
//@ rc11,cpp20 [-DBROKEN_CAS --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_ADD --calls 1]: error
#include <stdatomic.h>

#ifdef BROKEN
#define STORE memory_order_relaxed
#else
#define STORE memory_order_release
#endif
#ifdef BROKEN_CAS
#define FAILURE memory_order_relaxed
#else
#define FAILURE memory_order_acquire
#endif

typedef struct {
  atomic_int value;
} reg_t;

void reg_init(reg_t *reg, int value) {
  atomic_store_explicit(&reg->value, value, STORE);
}

void reg_set(reg_t *reg, int value) {
  atomic_store_explicit(&reg->value, value, STORE);
}

int reg_get(reg_t *reg) {
  return atomic_load_explicit(&reg->value, memory_order_acquire);
}

int reg_add(reg_t *reg, int difference) {
#ifdef BROKEN_ADD
  int seen = atomic_load_explicit(&reg->value, memory_order_acquire);
  atomic_store_explicit(&reg->value, seen + difference, memory_order_release);
  return seen;
#else
  return atomic_fetch_add_explicit(&reg->value, difference, memory_order_acq_rel);
#endif
}

int reg_cas(reg_t *reg, int expected, int desired) {
  atomic_compare_exchange_strong_explicit(&reg->value, &expected, desired, memory_order_acq_rel,
                                          FAILURE);
  return expected;
}
