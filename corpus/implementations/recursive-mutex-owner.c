//@ about: A recursive lock made of one that is not: the holder's name and a depth beside a POSIX
//@   mutex, as run-time systems have it, as an implementation of the specification recursive-mutex.
//@   BROKEN: the holder forgets its name after it has unlocked. BROKEN_NAME: it does not forget it
//@   at all. BROKEN_RACE: the name is no atomic variable.
//@ why: The owner may be read at any time, but a thread reads its own name only if it has written
//@   it and has not forgotten it since: coherence, so that relaxed is enough. BROKEN: the next
//@   holder's name is lost, so that its second call waits for itself. BROKEN_NAME: whoever held the
//@   lock last walks in, beside the holder who has not yet written its name. Both under every
//@   model. BROKEN_RACE: others read the name while the holder writes it: a data race under every
//@   model.
//@ implements: recursive-mutex
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_NAME]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_RACE]: error
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN_RACE
typedef const char *owner_t;
#define READ(owner) (*(owner))
#define WRITE(owner, name) (*(owner) = (name))
#else
typedef _Atomic(const char *) owner_t;
#define READ(owner) atomic_load_explicit(owner, memory_order_relaxed)
#define WRITE(owner, name) atomic_store_explicit(owner, name, memory_order_relaxed)
#endif

typedef struct {
  pthread_mutex_t inner;
  owner_t owner;
  int depth;
} rlock_t;

static _Thread_local const char self;  // its address is the thread's name

void rlock_init(rlock_t *lock) {
  pthread_mutex_init(&lock->inner, NULL);
  WRITE(&lock->owner, NULL);
  lock->depth = 0;
}

void rlock_acquire(rlock_t *lock) {
  if (READ(&lock->owner) != &self) {
    pthread_mutex_lock(&lock->inner);
    WRITE(&lock->owner, &self);
  }
  lock->depth++;
}

void rlock_release(rlock_t *lock) {
  if (--lock->depth > 0) return;
#if defined(BROKEN)
  pthread_mutex_unlock(&lock->inner);
  WRITE(&lock->owner, NULL);
#elif defined(BROKEN_NAME)
  pthread_mutex_unlock(&lock->inner);
#else
  WRITE(&lock->owner, NULL);
  pthread_mutex_unlock(&lock->inner);
#endif
}
