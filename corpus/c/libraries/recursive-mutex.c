//@ about: N threads call a function that locks from within one that has locked: the shipped specification of
//@   recursive mutexes. CODE: with an owner and a depth. TWICE: a thread gives back more often than it has locked.
//@ why: What the holder does is no event, so the executions are the N! orders of the threads. TWICE is a mistake.
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=2 --library recursive-mutex]: verified executions=2
//@ sc,rc11 [-DN=4 --library recursive-mutex]: verified executions=24
//@ rc11 [-DN=2 -DTWICE --library recursive-mutex]: error unlock-not-held
//@ sc,rc11 [-DN=2 -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CODE
typedef struct {
  pthread_mutex_t inner;
  _Atomic(long) owner;
  int depth;
} rlock_t;
static _Thread_local long self;
static void rlock_init(rlock_t *lock) {
  pthread_mutex_init(&lock->inner, NULL);
  atomic_init(&lock->owner, 0);
  lock->depth = 0;
}
static void rlock_acquire(rlock_t *lock) {
  if (atomic_load_explicit(&lock->owner, memory_order_relaxed) != self) {
    pthread_mutex_lock(&lock->inner);
    atomic_store_explicit(&lock->owner, self, memory_order_relaxed);
  }
  lock->depth++;
}
static void rlock_release(rlock_t *lock) {
  if (--lock->depth == 0) {
    atomic_store_explicit(&lock->owner, 0, memory_order_relaxed);
    pthread_mutex_unlock(&lock->inner);
  }
}
#else
typedef int rlock_t;
void rlock_init(rlock_t *lock);
void rlock_acquire(rlock_t *lock);
void rlock_release(rlock_t *lock);
#endif

static rlock_t lock;
static int count;

static void increment(void) {
  rlock_acquire(&lock);
  count++;
  rlock_release(&lock);
}

static void *work(void *argument) {
#ifdef CODE
  self = 1 + (long)argument;
#else
  (void)argument;
#endif
  rlock_acquire(&lock);
  increment();
  increment();
  rlock_release(&lock);
#ifdef TWICE
  rlock_release(&lock);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  rlock_init(&lock);
  for (long i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(count == 2 * N);
}
