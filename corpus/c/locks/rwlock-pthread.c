//@ about: A pthread reader-writer lock: a writer changes two values, two readers compare them. BROKEN: the
//@   writer takes the lock for reading.
//@ why: A writer excludes all others. Readers and writers that exclude each other synchronise. BROKEN: the
//@   lock lets the writer in beside the readers, in every model.
//@ all: verified
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low, high;  // equal whenever nobody writes

static void *writer(void *unused) {
  (void)unused;
#ifdef BROKEN
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  low++;
  high++;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  assert(low == high);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_create(&third, NULL, reader, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  assert(low == 1 && high == 1);
  return 0;
}
