//@ about: A counter under a mutex, as an implementation of the specification counter. BROKEN:
//@   reading it does not lock. BROKEN_TWO: the value is read in one critical section and written in
//@   another one.
//@ why: The critical sections are the calls. BROKEN: a data race. BROKEN_TWO: of two additions one
//@   is lost. Both under every model.
//@ implements: counter
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_TWO]: error
#include <pthread.h>

typedef struct {
  pthread_mutex_t mutex;
  int value;
} counter_t;

int counter_get(counter_t *counter) {
#ifdef BROKEN
  return counter->value;
#else
  pthread_mutex_lock(&counter->mutex);
  int value = counter->value;
  pthread_mutex_unlock(&counter->mutex);
  return value;
#endif
}

int counter_add(counter_t *counter, int amount) {
#ifdef BROKEN_TWO
  int value = counter_get(counter);
  pthread_mutex_lock(&counter->mutex);
#else
  pthread_mutex_lock(&counter->mutex);
  int value = counter->value;
#endif
  counter->value = value + amount;
  pthread_mutex_unlock(&counter->mutex);
  return value;
}
