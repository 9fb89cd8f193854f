/* <threads.h>, on the same objects as pthreads: mtx_t, cnd_t, tss_t, thrd_t and once_flag have the layouts of their
   pthread counterparts. */

#include "errors.h"
#include "mutex.h"

enum thread_result { THRD_SUCCESS = 0, THRD_BUSY = 1, THRD_ERROR = 2, THRD_TIMEDOUT = 4 };

enum { MTX_RECURSIVE = 1 };

typedef struct {
  long seconds;
  long nanoseconds;
} duration;

static int thread_result_of(int error) {
  switch (error) {
  case 0: return THRD_SUCCESS;
  case EBUSY: return THRD_BUSY;
  case ETIMEDOUT: return THRD_TIMEDOUT;
  default: return THRD_ERROR;
  }
}

/* The function returns an int, where the machine expects a pointer: the machine takes what the function returns, and
   thrd_join takes the int from it. */
int thrd_create(u64 *thread, int (*function)(void *), void *argument) {
  *thread = spawn((void *(*)(void *))(void *)function, argument) + 1;
  return THRD_SUCCESS;
}

int thrd_join(u64 thread, int *result) {
  void *returned = NULL;
  pthread_join(thread, &returned);
  if (result)
    *result = (int)(long)returned;
  return THRD_SUCCESS;
}

int thrd_detach(u64 thread) { return thread_result_of(pthread_detach(thread)); }

_Noreturn void thrd_exit(int result) { pthread_exit((void *)(long)result); }

u64 thrd_current(void) { return pthread_self(); }

int thrd_equal(u64 one, u64 other) { return one == other; }

void thrd_yield(void) {}

int thrd_sleep(const duration *length, duration *remaining) {
  (void)length;
  if (remaining)
    remaining->seconds = remaining->nanoseconds = 0;
  return 0;
}

int mtx_init(pthread_mutex_t *mutex, int type) {
  mutex->word = type & MTX_RECURSIVE ? MUTEX_RECURSIVE : MUTEX_NORMAL;
  return THRD_SUCCESS;
}

void mtx_destroy(pthread_mutex_t *mutex) { pthread_mutex_destroy(mutex); }

int mtx_lock(pthread_mutex_t *mutex) { return thread_result_of(pthread_mutex_lock(mutex)); }

/* Other than pthread_mutex_trylock, it may fail for no reason. */
int mtx_trylock(pthread_mutex_t *mutex) { return thread_result_of(mutex_try_lock(mutex, WEAK)); }

int mtx_timedlock(pthread_mutex_t *mutex, const duration *deadline) {
  return thread_result_of(pthread_mutex_timedlock(mutex, deadline));
}

/* Unlocking a mutex that is not held is undefined for every kind of mutex. */
int mtx_unlock(pthread_mutex_t *mutex) {
  if (pthread_mutex_unlock(mutex) != 0)
    __porf_fail(FAIL_UNLOCK_NOT_HELD, "a thread unlocks a mutex that it does not hold");
  return THRD_SUCCESS;
}

int cnd_init(pthread_cond_t *condition) { return thread_result_of(pthread_cond_init(condition, NULL)); }

void cnd_destroy(pthread_cond_t *condition) { pthread_cond_destroy(condition); }

int cnd_signal(pthread_cond_t *condition) { return thread_result_of(pthread_cond_signal(condition)); }

int cnd_broadcast(pthread_cond_t *condition) { return thread_result_of(pthread_cond_broadcast(condition)); }

int cnd_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return thread_result_of(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const duration *deadline) {
  return thread_result_of(pthread_cond_timedwait(condition, mutex, deadline));
}

int tss_create(u32 *key, void (*destructor)(void *)) { return thread_result_of(pthread_key_create(key, destructor)); }

void tss_delete(u32 key) { pthread_key_delete(key); }

void *tss_get(u32 key) { return pthread_getspecific(key); }

int tss_set(u32 key, void *value) { return thread_result_of(pthread_setspecific(key, value)); }

void call_once(u32 *flag, void (*routine)(void)) { pthread_once(flag, routine); }
