//@ about: A register of two words under a sequence lock for several writers (Boehm, Can seqlocks
//@   get along with programming language memory models?, MSPC 2012; Lameter, Effective
//@   synchronization on Linux/NUMA systems, 2005), as an implementation of the specification
//@   release-acquire-register. One word has the lowest bit of the value and the other one the rest,
//@   so that small values are in both. BROKEN: a reader does not look at the number again.
//@   BROKEN_READ: there is no fence between a reader's accesses and its second look. BROKEN_WRITE:
//@   there is no fence between the odd number and the writes. BROKEN_LOCK: writers do not exclude
//@   each other.
//@ why: A reader that finds the same even number before and after has read both words from the
//@   writer that left this number: a later writer's word would, by the fences, show its odd number
//@   to the second look. It has acquired the number. BROKEN: halves of two values. BROKEN_LOCK:
//@   halves, too, or a lost addition. Both under every model. BROKEN_READ, BROKEN_WRITE: halves
//@   under RC11 and C++20. In the other models accesses are not reordered so. RA has no fences; it
//@   orders the accesses anyway.
//@ implements: release-acquire-register
//@ sc,tso,ra,rc11,cpp20 [--calls 1]: holds
//@ sc,tso,ra [-DBROKEN_READ --calls 1]: holds
//@ rc11,cpp20 [-DBROKEN_READ --calls 1]: error
//@ sc,tso,ra [-DBROKEN_WRITE --calls 1]: holds
//@ rc11,cpp20 [-DBROKEN_WRITE --calls 1]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_LOCK --calls 1]: error
#include <stdatomic.h>

typedef struct {
  atomic_uint number;  // odd while somebody writes
  atomic_uint low, high;
} reg_t;

static unsigned lock(reg_t *reg) {
  for (;;) {
    unsigned number = atomic_load_explicit(&reg->number, memory_order_relaxed);
    if (number % 2 != 0) continue;
#ifdef BROKEN_LOCK
    atomic_store_explicit(&reg->number, number + 1, memory_order_relaxed);
#else
    if (!atomic_compare_exchange_weak_explicit(&reg->number, &number, number + 1,
                                               memory_order_acquire, memory_order_relaxed)) {
      continue;
    }
#endif
#ifndef BROKEN_WRITE
    atomic_thread_fence(memory_order_release);
#endif
    return number;
  }
}

static void unlock(reg_t *reg, unsigned number) {
  atomic_store_explicit(&reg->number, number + 2, memory_order_release);
}

static int load(reg_t *reg) {
  unsigned low = atomic_load_explicit(&reg->low, memory_order_relaxed);
  unsigned high = atomic_load_explicit(&reg->high, memory_order_relaxed);
  return (int)(high << 1 | low);
}

static void store(reg_t *reg, int value) {
  atomic_store_explicit(&reg->low, (unsigned)value & 1, memory_order_relaxed);
  atomic_store_explicit(&reg->high, (unsigned)value >> 1, memory_order_relaxed);
}

void reg_set(reg_t *reg, int value) {
  unsigned number = lock(reg);
  store(reg, value);
  unlock(reg, number);
}

void reg_init(reg_t *reg, int value) {
  reg_set(reg, value);
}

int reg_get(reg_t *reg) {
  for (;;) {
    unsigned before = atomic_load_explicit(&reg->number, memory_order_acquire);
    if (before % 2 != 0) continue;
    int value = load(reg);
#ifdef BROKEN
    return value;
#endif
#ifndef BROKEN_READ
    atomic_thread_fence(memory_order_acquire);
#endif
    if (atomic_load_explicit(&reg->number, memory_order_relaxed) == before) return value;
  }
}

int reg_add(reg_t *reg, int difference) {
  unsigned number = lock(reg);
  int value = load(reg);
  store(reg, value + difference);
  unlock(reg, number);
  return value;
}

int reg_cas(reg_t *reg, int expected, int desired) {
  unsigned number = lock(reg);
  int value = load(reg);
  if (value == expected) store(reg, desired);
  unlock(reg, number);
  return value;
}
