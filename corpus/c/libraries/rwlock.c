//@ about: READERS threads read two variables and one writes them: the shipped specification of locks for readers
//@   or one writer. CODE: with the same counter and compare-exchange loops.
//@ why: One reader and the writer exclude each other: 2 executions. Two readers and the writer: the writer is before
//@   both, behind both, or between, 2 ways, where it excludes; for readers that follow each other the order of their
//@   calls is distinguished: the interleavings of two calls each, 6. So there are 2 * 6 + 2 = 14. UNLOCKED: a reader
//@   that does not lock.
//@ sc,tso,pso,ra,rc11,cpp20 [-DREADERS=1 --library rwlock]: verified executions=2
//@ sc,rc11 [-DREADERS=2 --library rwlock]: verified executions=14
//@ rc11 [-DREADERS=1 -DUNLOCKED --library rwlock]: error data-race
//@ sc,rc11 [-DREADERS=2 -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CODE
typedef atomic_int rw_t;
static void enter(rw_t *lock, int only, int change) {
  for (;;) {
    int seen = atomic_load_explicit(lock, memory_order_relaxed);
    if ((only ? seen == 0 : seen != -1) &&
        atomic_compare_exchange_strong_explicit(lock, &seen, seen + change, memory_order_acquire,
                                                memory_order_relaxed))
      return;
  }
}
static void rw_read_lock(rw_t *lock) { enter(lock, 0, 1); }
static void rw_read_unlock(rw_t *lock) { atomic_fetch_sub_explicit(lock, 1, memory_order_release); }
static void rw_write_lock(rw_t *lock) { enter(lock, 1, -1); }
static void rw_write_unlock(rw_t *lock) { atomic_store_explicit(lock, 0, memory_order_release); }
#else
typedef int rw_t;
void rw_read_lock(rw_t *lock);
void rw_read_unlock(rw_t *lock);
void rw_write_lock(rw_t *lock);
void rw_write_unlock(rw_t *lock);
#endif

static rw_t lock;
static int one, other;

static void *reader(void *unused) {
  (void)unused;
#ifndef UNLOCKED
  rw_read_lock(&lock);
#endif
  assert(one == other);
#ifndef UNLOCKED
  rw_read_unlock(&lock);
#endif
  return NULL;
}

static void *writer(void *unused) {
  (void)unused;
  rw_write_lock(&lock);
  one++;
  other++;
  rw_write_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[READERS + 1];
  pthread_create(&threads[READERS], NULL, writer, NULL);
  for (int i = 0; i < READERS; i++) pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 0; i <= READERS; i++) pthread_join(threads[i], NULL);
}
