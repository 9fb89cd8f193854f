//@ about: One access to the variable is atomic, the other is not: a plain write of memory that another thread reads
//@   atomically through a cast pointer. FIXED writes atomically, too.
//@ why: A race needs only one of the two accesses to be plain.
//@ all: error data-race
//@ all [-DFIXED]: verified executions=2 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int flag;

static void *writer(void *unused) {
  (void)unused;
#ifdef FIXED
  __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
#else
  flag = 1;
#endif
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  (void)__atomic_load_n(&flag, __ATOMIC_RELAXED);
  return NULL;
}

int main(void) {
  pthread_t writing, reading;
  pthread_create(&writing, NULL, writer, NULL);
  pthread_create(&reading, NULL, reader, NULL);
  pthread_join(writing, NULL);
  pthread_join(reading, NULL);
}
