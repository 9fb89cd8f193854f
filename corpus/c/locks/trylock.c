//@ about: Threads that do their work only if the mutex is free right now. BROKEN: the result of trylock is
//@   not heeded.
//@ why: One thread at least finds the mutex free; the other one does, too, or misses its chance. BROKEN:
//@   then it increments nevertheless, while the first does; an interleaving, so in every model.
//@ all: verified
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static atomic_int missed;

static void *worker(void *unused) {
  (void)unused;
  bool locked = pthread_mutex_trylock(&mutex) == 0;
#ifdef BROKEN
  counter++;
#else
  if (locked) {
    counter++;
  } else {
    atomic_fetch_add(&missed, 1);
  }
#endif
  if (locked) {
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter + atomic_load(&missed) == 2);
  assert(counter >= 1);
  return 0;
}
