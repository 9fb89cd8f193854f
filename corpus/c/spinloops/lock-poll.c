//@ about: A thread looks for something under a mutex again and again, until another one has put it there. With
//@   READ_LOCK it takes a reader-writer lock for that. With TRY it gives up if the lock is taken, and looks again.
//@   With BROKEN it looks without the lock.
//@ why: To lock and unlock without a write in between is to do nothing: the waiter finds what it looks for, or not,
//@   and waits: 1 execution, 1 blocked. Without that, followed for 3 rounds, it finds nothing 0 to 3 times before, or
//@   once more, which cuts it: 4, and 1 blocked. So it is with READ_LOCK: a reader counts itself in and out, which is
//@   more than to lock and unlock. TRY: rounds that lock are followed, since a lock that is tried for is not known to
//@   be taken; one that finds the lock taken does nothing, and waits, after 0 to 3 others: 4, and 1 + 4 blocked.
//@   BROKEN: the accesses race.
//@ all: verified executions=1 blocked=1
//@ all [-DREAD_LOCK --unroll 3]: bounded executions=4 blocked=1
//@ all [-DTRY --unroll 3 --no-awaits --no-loop-purity]: bounded executions=4 blocked=5
//@ all [-DTRY --unroll 3]: bounded executions=4
//@ all [--no-zne --unroll 3]: bounded executions=4 blocked=1
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static int box;

#ifdef READ_LOCK
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#define LOCK_TO_READ() pthread_rwlock_rdlock(&lock)
#define LOCK_TO_WRITE() pthread_rwlock_wrlock(&lock)
#define UNLOCK() pthread_rwlock_unlock(&lock)
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK_TO_READ() pthread_mutex_lock(&lock)
#define LOCK_TO_WRITE() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

static bool is_there(void) {
#ifdef BROKEN
  return box != 0;
#else
#ifdef TRY
  if (pthread_mutex_trylock(&lock) != 0) return false;
#else
  LOCK_TO_READ();
#endif
  bool there = box != 0;
  UNLOCK();
  return there;
#endif
}

static void *waiter(void *unused) {
  (void)unused;
  while (!is_there()) {
  }
  assert(box == 42);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  LOCK_TO_WRITE();
  box = 42;
  UNLOCK();
  pthread_join(thread, NULL);
  return 0;
}
