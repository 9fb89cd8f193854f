//@ about: Readers and writers with a mutex and a count: the first reader keeps writers out, the
//@   last one lets them in again (Courtois, Heymans and Parnas, Concurrent control with readers and
//@   writers, CACM 1971, problem 1), as an implementation of the specification rwlock. The lock
//@   between readers and writers is a spin lock, since it is not always its taker who gives it
//@   back. BROKEN: letting writers in does not release. BROKEN_COUNT: the readers count without the
//@   mutex.
//@ why: Readers enter and leave one after the other, under the mutex, and the first and the last
//@   one order the others before and behind the writers. BROKEN: writers do not see that readers
//@   are done, under RC11 and C++20. BROKEN_COUNT: while the first reader still waits for a writer,
//@   the second one is not the first any more and goes in: two readers and a writer under every
//@   model.
//@ implements: rwlock
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_COUNT --threads 3 --calls 1]: error
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifdef BROKEN
#define LEAVE memory_order_relaxed
#else
#define LEAVE memory_order_release
#endif

typedef struct {
  pthread_mutex_t mutex;
#ifdef BROKEN_COUNT
  atomic_int readers;
#else
  int readers;
#endif
  atomic_bool taken;  // by the readers or by a writer
} rw_t;

static void take(rw_t *lock) {
  while (atomic_exchange_explicit(&lock->taken, true, memory_order_acquire)) {
  }
}

void rw_read_lock(rw_t *lock) {
#ifdef BROKEN_COUNT
  if (lock->readers++ == 0) take(lock);
#else
  pthread_mutex_lock(&lock->mutex);
  if (lock->readers++ == 0) take(lock);
  pthread_mutex_unlock(&lock->mutex);
#endif
}

void rw_read_unlock(rw_t *lock) {
#ifdef BROKEN_COUNT
  if (--lock->readers == 0) atomic_store_explicit(&lock->taken, false, LEAVE);
#else
  pthread_mutex_lock(&lock->mutex);
  if (--lock->readers == 0) atomic_store_explicit(&lock->taken, false, LEAVE);
  pthread_mutex_unlock(&lock->mutex);
#endif
}

void rw_write_lock(rw_t *lock) {
  take(lock);
}

void rw_write_unlock(rw_t *lock) {
  atomic_store_explicit(&lock->taken, false, memory_order_release);
}
