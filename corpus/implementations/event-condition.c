//@ about: A one-shot event as a flag with a mutex and a condition variable (a manual-reset event;
//@   Butenhof, Programming with POSIX Threads, 1997, section 3.3, on predicates), as an
//@   implementation of the specification event. BROKEN: setting it wakes up one thread.
//@   BROKEN_LOST: the flag is set without the mutex. BROKEN_IF: a thread waits without looking at
//@   the flag again.
//@ why: The flag is read and written under the mutex, and nobody sleeps while it is set. BROKEN: of
//@   two threads that wait one sleeps on: three threads. BROKEN_LOST: the flag is set after a
//@   thread has looked and before it sleeps, and nobody wakes it up: two threads. BROKEN_IF: a
//@   thread that wakes up spuriously goes on. All of them under every model.
//@ implements: event
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --threads 3 --calls 1]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_LOST]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_IF]: error
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t set;
  atomic_int flag;  // atomic for BROKEN_LOST only
} event_t;

void event_set(event_t *event) {
#ifdef BROKEN_LOST
  atomic_store(&event->flag, 1);
  pthread_cond_broadcast(&event->set);
#else
  pthread_mutex_lock(&event->mutex);
  atomic_store_explicit(&event->flag, 1, memory_order_relaxed);
#ifdef BROKEN
  pthread_cond_signal(&event->set);
#else
  pthread_cond_broadcast(&event->set);
#endif
  pthread_mutex_unlock(&event->mutex);
#endif
}

static int is_set(event_t *event) {
#ifdef BROKEN_LOST
  return atomic_load(&event->flag);
#else
  return atomic_load_explicit(&event->flag, memory_order_relaxed);
#endif
}

void event_wait(event_t *event) {
  pthread_mutex_lock(&event->mutex);
#ifdef BROKEN_IF
  if (!is_set(event)) pthread_cond_wait(&event->set, &event->mutex);
#else
  while (!is_set(event)) pthread_cond_wait(&event->set, &event->mutex);
#endif
  pthread_mutex_unlock(&event->mutex);
}

int event_test(event_t *event) {
  pthread_mutex_lock(&event->mutex);
  int set = is_set(event);
  pthread_mutex_unlock(&event->mutex);
  return set;
}
