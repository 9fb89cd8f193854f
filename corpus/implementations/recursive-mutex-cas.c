//@ about: A recursive spin lock: the word is the holder's name, and taken with a compare-exchange,
//@   as in the OpenMP run-time library of LLVM (nested locks), as an implementation of the
//@   specification recursive-mutex. BROKEN: giving up the name does not release. BROKEN_DEPTH: a
//@   thread counts on the depth, and not on the name, to find the lock held.
//@ why: Only the holder reads its own name from the word, and only the holder touches the depth.
//@   Whoever takes the lock acquires the store by which its last holder gave it up. BROKEN: what
//@   the holders do races under RC11 and C++20. BROKEN_DEPTH: whoever comes while the lock is held
//@   enters, under every model.
//@ implements: recursive-mutex
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_DEPTH]: error
#include <pthread.h>
#include <stdatomic.h>

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

typedef struct {
  _Atomic(pthread_t) owner;
  atomic_int depth;  // written by the holder only
} rlock_t;

void rlock_init(rlock_t *lock) {
  atomic_init(&lock->owner, 0);
  atomic_init(&lock->depth, 0);
}

static int depth_of(rlock_t *lock) {
  return atomic_load_explicit(&lock->depth, memory_order_relaxed);
}

void rlock_acquire(rlock_t *lock) {
  pthread_t self = pthread_self();
#ifdef BROKEN_DEPTH
  _Bool is_ours = depth_of(lock) > 0;
#else
  _Bool is_ours = atomic_load_explicit(&lock->owner, memory_order_relaxed) == self;
#endif
  if (!is_ours) {
    pthread_t free = 0;
    while (!atomic_compare_exchange_weak_explicit(&lock->owner, &free, self, memory_order_acquire,
                                                  memory_order_relaxed)) {
      free = 0;
    }
  }
  atomic_store_explicit(&lock->depth, depth_of(lock) + 1, memory_order_relaxed);
}

void rlock_release(rlock_t *lock) {
  int depth = depth_of(lock) - 1;
  atomic_store_explicit(&lock->depth, depth, memory_order_relaxed);
  if (depth == 0) atomic_store_explicit(&lock->owner, 0, UNLOCK);
}
