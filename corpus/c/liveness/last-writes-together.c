//@ about: Two threads write a and b, in opposite orders; a third one waits while both are what the
//@   first thread wrote.
//@ why: If the second thread writes first, both stay 1, for ever. Under reads-from equivalence that
//@   is one of several ways to choose the latest writes, and both must be chosen together.
//@ options: --no-awaits
//@ all: error livelock
//@ all rf: error livelock
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *ones(void *unused) {
  atomic_store(&a, 1);
  atomic_store(&b, 1);
  return unused;
}

static void *twos(void *unused) {
  atomic_store(&b, 2);
  atomic_store(&a, 2);
  return unused;
}

static void *waits(void *unused) {
  while (atomic_load(&a) == 1 && atomic_load(&b) == 1) {
  }
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, ones, NULL);
  pthread_create(&two, NULL, twos, NULL);
  pthread_create(&three, NULL, waits, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
