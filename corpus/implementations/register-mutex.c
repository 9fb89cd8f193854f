//@ about: A register under a mutex of its own, as an implementation of the specification register.
//@   BROKEN: a read does not lock; the value is atomic, so there is no data race. BROKEN_CAS: a
//@   compare-and-set looks first and locks then.
//@ why: The critical sections of a register follow each other, and happens-before contains program
//@   order, reads-from, coherence and from-reads between calls, so these form no cycle. BROKEN: two
//@   threads write a register each and then read the old value of the other, under every model but
//@   SC: to unlock a mutex is to release, and a later load may overtake it, on TSO as well.
//@   BROKEN_CAS: two threads see the expected value, and both write, under every model.
//@ implements: register
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc [-DBROKEN --objects 2 --messages 0] slow: holds
//@ tso,rc11,cpp20 [-DBROKEN --objects 2 --messages 0] slow: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_CAS --calls 1]: error
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  pthread_mutex_t mutex;
  atomic_int value;  // atomic for the broken variants only
} reg_t;

static int load(reg_t *reg) {
  return atomic_load_explicit(&reg->value, memory_order_acquire);
}

static void store(reg_t *reg, int value) {
  atomic_store_explicit(&reg->value, value, memory_order_release);
}

void reg_init(reg_t *reg, int value) {
  pthread_mutex_init(&reg->mutex, NULL);
  store(reg, value);
}

void reg_set(reg_t *reg, int value) {
  pthread_mutex_lock(&reg->mutex);
  store(reg, value);
  pthread_mutex_unlock(&reg->mutex);
}

int reg_get(reg_t *reg) {
#ifdef BROKEN
  return load(reg);
#else
  pthread_mutex_lock(&reg->mutex);
  int value = load(reg);
  pthread_mutex_unlock(&reg->mutex);
  return value;
#endif
}

int reg_add(reg_t *reg, int difference) {
  pthread_mutex_lock(&reg->mutex);
  int value = load(reg);
  store(reg, value + difference);
  pthread_mutex_unlock(&reg->mutex);
  return value;
}

int reg_cas(reg_t *reg, int expected, int desired) {
#ifdef BROKEN_CAS
  int value = load(reg);
  if (value != expected) return value;
  pthread_mutex_lock(&reg->mutex);
#else
  pthread_mutex_lock(&reg->mutex);
  int value = load(reg);
#endif
  if (value == expected) store(reg, desired);
  pthread_mutex_unlock(&reg->mutex);
  return value;
}
