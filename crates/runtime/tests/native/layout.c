/* The layouts and numbers that the models assume, compared with the host's headers. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdalign.h>
#include <stddef.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>

#define SAME(one, other) _Static_assert((one) == (other), #one " is not " #other)
#define HOLDS(type, size) _Static_assert(sizeof(type) >= (size) && alignof(type) >= (size), #type " is too small")

SAME(offsetof(pthread_mutex_t, __data.__kind), 16);
_Static_assert(sizeof(pthread_mutex_t) >= 24, "pthread_mutex_t has no room for the word");
SAME(alignof(pthread_mutex_t), 8);
SAME(sizeof(mtx_t), sizeof(pthread_mutex_t));
SAME(alignof(mtx_t), 8);
SAME(PTHREAD_MUTEX_NORMAL, 0);
SAME(PTHREAD_MUTEX_DEFAULT, 0);
SAME(PTHREAD_MUTEX_RECURSIVE, 1);
SAME(PTHREAD_MUTEX_ERRORCHECK, 2);
SAME(PTHREAD_MUTEX_ADAPTIVE_NP, 3);
SAME(PTHREAD_MUTEX_STALLED, 0);
SAME(sizeof(pthread_mutexattr_t), sizeof(int));

HOLDS(pthread_cond_t, 8);
HOLDS(cnd_t, 8);
HOLDS(pthread_rwlock_t, 8);
HOLDS(pthread_barrier_t, 8);
HOLDS(sem_t, 8);
SAME(sizeof(pthread_spinlock_t), 4);
SAME(sizeof(pthread_once_t), 4);
SAME(sizeof(once_flag), 4);
SAME(sizeof(pthread_key_t), 4);
SAME(sizeof(tss_t), 4);
SAME(sizeof(pthread_t), 8);
SAME(sizeof(thrd_t), 8);
HOLDS(pthread_attr_t, sizeof(int));
SAME(PTHREAD_BARRIER_SERIAL_THREAD, -1);
SAME(PTHREAD_CREATE_JOINABLE, 0);
SAME(PTHREAD_CREATE_DETACHED, 1);
SAME(PTHREAD_CANCEL_ENABLE, 0);
SAME(PTHREAD_CANCEL_DEFERRED, 0);

SAME(sizeof(time_t), 8);
SAME(sizeof(struct timespec), 16);
SAME(sizeof(struct timeval), 16);
SAME(offsetof(struct timespec, tv_nsec), 8);
SAME(offsetof(struct timeval, tv_usec), 8);

SAME(thrd_success, 0);
SAME(thrd_busy, 1);
SAME(thrd_error, 2);
SAME(thrd_timedout, 4);
SAME(mtx_recursive, 1);

/* The model's numbers have the host's names, so they are written out here. */
SAME(EPERM, 1);
SAME(EAGAIN, 11);
SAME(ENOMEM, 12);
SAME(EBUSY, 16);
SAME(EINVAL, 22);
SAME(ERANGE, 34);
SAME(EDEADLK, 35);
SAME(ENOTSUP, 95);
SAME(ETIMEDOUT, 110);

/* Static initialisers: all that the models look at is 0 in a fresh object. */
static const pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static const pthread_once_t once = PTHREAD_ONCE_INIT;
int layout_is_used(void) { return recursive.__data.__kind + once; }
SAME(PTHREAD_ONCE_INIT, 0);
