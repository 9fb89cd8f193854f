//@ about: A register that is a seq_cst variable, as an implementation of the specification
//@   register. BROKEN: the stores only release and the loads only acquire. BROKEN_CAS: a
//@   compare-exchange that fails is relaxed. BROKEN_ADD: an addition is a load and a store.
//@ why: If all accesses are seq_cst, program order, reads-from, coherence and from-reads form no
//@   cycle (RC11, section 3.3, on programs with seq_cst accesses only). BROKEN: two threads write a
//@   register each and then read the other's old value, under every model but SC: on TSO the stores
//@   wait in buffers. BROKEN_CAS: the same with a read that is a compare-exchange which fails,
//@   under RC11 and C++20; under RA, too, where nothing is stronger than acquire and release; not
//@   on TSO, where a failed compare-exchange still is a locked instruction. BROKEN_ADD: one of two
//@   additions is lost, under every model. RA has no seq_cst accesses, so even the right variant is
//@   wrong there.
//@ implements: register
//@ sc,rc11 [--calls 1]: holds
//@ sc,tso,rc11,cpp20 [--objects 2 --messages 0] slow: holds
//@ ra [--objects 2 --messages 0] slow: error
//@ sc [-DBROKEN --objects 2 --messages 0]: holds
//@ tso,rc11,cpp20 [-DBROKEN --objects 2 --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_ADD --calls 1]: error
#include <stdatomic.h>

#ifdef BROKEN
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif
#ifdef BROKEN_CAS
#define FAILURE memory_order_relaxed
#else
#define FAILURE memory_order_seq_cst
#endif

typedef struct {
  atomic_int value;
} reg_t;

void reg_init(reg_t *reg, int value) {
  atomic_store(&reg->value, value);
}

void reg_set(reg_t *reg, int value) {
  atomic_store_explicit(&reg->value, value, STORE);
}

int reg_get(reg_t *reg) {
  return atomic_load_explicit(&reg->value, LOAD);
}

int reg_add(reg_t *reg, int difference) {
#ifdef BROKEN_ADD
  int seen = atomic_load(&reg->value);
  atomic_store(&reg->value, seen + difference);
  return seen;
#else
  return atomic_fetch_add(&reg->value, difference);
#endif
}

int reg_cas(reg_t *reg, int expected, int desired) {
  atomic_compare_exchange_strong_explicit(&reg->value, &expected, desired, memory_order_seq_cst,
                                          FAILURE);
  return expected;
}
