//@ about: A big-reader lock, as Linux had (I. Molnar and D. Miller, 2000): each reader has a mutex of its
//@   own, so that readers do not disturb each other; a writer takes all of them. BROKEN: it forgets the
//@   last one.
//@ why: Each reader comes before or after the writer at its mutex. The two choices are independent, since
//@   the readers have nothing in common: 4 executions. BROKEN: the second reader and the writer are not
//@   ordered, in any model.
//@ all: verified executions=4
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first_reader = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_reader = PTHREAD_MUTEX_INITIALIZER;
static int low, high;  // equal whenever nobody writes

static void *writer(void *unused) {
  (void)unused;
  pthread_mutex_lock(&first_reader);
#ifndef BROKEN
  pthread_mutex_lock(&second_reader);
#endif
  low++;
  high++;
#ifndef BROKEN
  pthread_mutex_unlock(&second_reader);
#endif
  pthread_mutex_unlock(&first_reader);
  return NULL;
}

static void *reader(void *argument) {
  pthread_mutex_t *mine = argument;
  pthread_mutex_lock(mine);
  assert(low == high);
  pthread_mutex_unlock(mine);
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, reader, &first_reader);
  pthread_create(&third, NULL, reader, &second_reader);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  assert(low == 1 && high == 1);
  return 0;
}
