//@ about: A synchronisation object is destroyed while a thread waits for it, holds it or still uses it. FIXED: main joins the thread before.
//@ why: POSIX: destroying one on which threads wait, or that is locked, is undefined, and so is using one that is destroyed. Here the
//@   thread may come before or after the destruction: both are wrong.
//@ all [-DSEMAPHORE]: error invalid-synchronisation
//@ all [-DMUTEX]: error invalid-synchronisation
//@ all [-DSPINLOCK]: error invalid-synchronisation
//@ all [-DRWLOCK]: error invalid-synchronisation
//@ all [-DRWLOCK -DWRITER]: error invalid-synchronisation
//@ all [-DBARRIER]: error invalid-synchronisation
//@ all [-DCONDITION]: error invalid-synchronisation
//@ all [-DSEMAPHORE -DFIXED]: verified executions=1
//@ all [-DMUTEX -DFIXED]: verified executions=1
//@ all [-DSPINLOCK -DFIXED]: verified executions=1
//@ all [-DRWLOCK -DFIXED]: verified executions=1
//@ all [-DRWLOCK -DWRITER -DFIXED]: verified executions=1
//@ all [-DBARRIER -DFIXED]: verified
//@ all [-DCONDITION -DFIXED]: verified
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *user(void *unused) {
#if defined SEMAPHORE
  sem_wait(&semaphore);
#elif defined MUTEX
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#elif defined SPINLOCK
  pthread_spin_lock(&spinlock);
  pthread_spin_unlock(&spinlock);
#elif defined RWLOCK && defined WRITER
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
#elif defined RWLOCK
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
#elif defined BARRIER
  pthread_barrier_wait(&barrier);
#elif defined CONDITION
  pthread_mutex_lock(&mutex);
  if (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, user, NULL);
#ifdef FIXED
#if defined SEMAPHORE
  sem_post(&semaphore);
#elif defined BARRIER
  pthread_barrier_wait(&barrier);
#elif defined CONDITION
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
#endif
  pthread_join(thread, NULL);
#endif
#if defined SEMAPHORE
  sem_destroy(&semaphore);
#elif defined MUTEX
  pthread_mutex_destroy(&mutex);
#elif defined SPINLOCK
  pthread_spin_destroy(&spinlock);
#elif defined RWLOCK
  pthread_rwlock_destroy(&rwlock);
#elif defined BARRIER
  pthread_barrier_destroy(&barrier);
#elif defined CONDITION
  pthread_cond_destroy(&condition);
#endif
}
