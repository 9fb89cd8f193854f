//@ about: A thread takes two steps to the end, one call at a time. What it has done is in memory
//@   only: it is in the same state after each call.
//@ why: The second call writes what was never accessed before; the third one finds both written. So
//@   the loop ends after three calls, also where the thread has read too early that it must wait,
//@   and is let run on.
//@ all: verified
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, other, first, second;
static int plain;

static int step(void) {
  if (!atomic_load(&first)) {
    atomic_store(&first, 1);
    return 0;
  }
  if (atomic_load(&second)) return 1;
  atomic_store(&second, 1);
  return 0;
}

static int (*volatile next)(void) = step;

static void *steps(void *unused) {
  int (*has_ended)(void) = next;
  while (!atomic_load(&go)) (void)*(volatile int *)&plain;
  while (!has_ended()) {
  }
  return unused;
}

static void *sends(void *unused) {
  (void)atomic_load(&other);
  atomic_store(&go, 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, steps, NULL);
  pthread_create(&two, NULL, sends, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
