//@ about: Double-checked locking (Schmidt and Harrison, Double-checked locking, PLoP 1996; Meyers
//@   and Alexandrescu, C++ and the perils of double-checked locking, Dr. Dobb's Journal 2004) as an
//@   implementation of the specification once. The thread that begins holds the mutex until the
//@   end. STRICT: no first check, so that every call takes the mutex. BROKEN: the check without the
//@   mutex does not acquire. BROKEN_SINGLE: there is no second check. BROKEN_RACE: the flag is no
//@   atomic variable.
//@ why: Who finds the flag set has acquired the end; who does not asks again under the mutex. The
//@   mutex orders some late calls, of which the specification says nothing; with STRICT it orders
//@   all. BROKEN: the flag does not say what else has been written, under RC11 and C++20.
//@   BROKEN_SINGLE: the second thread initialises again, under every model. BROKEN_RACE: the check
//@   races with the end.
//@ implements: once
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DSTRICT]: holds
//@ rc11,cpp20 [-DBROKEN]: error specification
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_SINGLE]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_RACE]: error
#include <pthread.h>
#include <stdatomic.h>

#ifdef BROKEN
#define CHECK memory_order_relaxed
#else
#define CHECK memory_order_acquire
#endif

enum { DONE = 3 };

#ifdef BROKEN_RACE
typedef int flag_t;
#define READ(flag, order) (*(flag))
#define WRITE(flag, value) (*(flag) = (value))
#else
typedef atomic_int flag_t;
#define READ(flag, order) atomic_load_explicit(flag, order)
#define WRITE(flag, value) atomic_store_explicit(flag, value, memory_order_release)
#endif

typedef struct {
  pthread_mutex_t mutex;
  flag_t flag;
} once_state_t;

int once_begin(once_state_t *once) {
#ifndef STRICT
  if (READ(&once->flag, CHECK) == DONE) return DONE;
#endif
  pthread_mutex_lock(&once->mutex);
#ifndef BROKEN_SINGLE
  if (READ(&once->flag, memory_order_relaxed) == DONE) {
    pthread_mutex_unlock(&once->mutex);
    return DONE;
  }
#endif
  return 0;
}

void once_end(once_state_t *once) {
  WRITE(&once->flag, DONE);
  pthread_mutex_unlock(&once->mutex);
}
