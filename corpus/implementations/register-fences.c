//@ about: A register whose accesses are relaxed, each with a seq_cst fence before it (Lahav,
//@   Vafeiadis, Kang, Hur and Dreyer, Repairing sequential consistency in C/C++11, PLDI 2017, whose
//@   fences are strong enough for that), as an implementation of the specification register.
//@   BROKEN: no fence before a read. BROKEN_WRITE: no fence before a write.
//@ why: A seq_cst fence stands between every two accesses of a thread, and then all executions are
//@   sequentially consistent. BROKEN: two threads write a register each and then read the other's
//@   old value, under every model but SC. BROKEN_WRITE: a thread reads what another one wrote, and
//@   then writes itself; a third one reads that and then the old value of the first: three threads
//@   under RC11 and C++20, and not on TSO, where a write is seen by all at once. RA has no fences:
//@   nothing is claimed there.
//@ implements: register
//@ sc,rc11 [--calls 1]: holds
//@ sc,tso,rc11,cpp20 [--objects 2 --messages 0] slow: holds
//@ ra [--objects 2 --messages 0] slow: error
//@ sc [-DBROKEN --objects 2 --messages 0] slow: holds
//@ tso,rc11,cpp20 [-DBROKEN --objects 2 --messages 0] slow: error
#include <stdatomic.h>

typedef struct {
  atomic_int value;
} reg_t;

static void before_read(void) {
#ifndef BROKEN
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void before_write(void) {
#ifndef BROKEN_WRITE
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

void reg_init(reg_t *reg, int value) {
  before_write();
  atomic_store_explicit(&reg->value, value, memory_order_relaxed);
}

void reg_set(reg_t *reg, int value) {
  before_write();
  atomic_store_explicit(&reg->value, value, memory_order_relaxed);
}

int reg_get(reg_t *reg) {
  before_read();
  return atomic_load_explicit(&reg->value, memory_order_relaxed);
}

int reg_add(reg_t *reg, int difference) {
  before_write();
  return atomic_fetch_add_explicit(&reg->value, difference, memory_order_relaxed);
}

int reg_cas(reg_t *reg, int expected, int desired) {
  before_write();
  atomic_compare_exchange_strong_explicit(&reg->value, &expected, desired, memory_order_relaxed,
                                          memory_order_relaxed);
  return expected;
}
