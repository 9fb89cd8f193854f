//@ about: A thread whose function ends without returning a value, which nobody looks at. LOOKED looks at it; RETURNED
//@   does, too, but the thread returns something.
//@ why: C11 6.9.1: undefined only if the value is used. One thread that main joins at once: one execution.
//@ all: verified executions=1
//@ all [-DLOOKED]: error uninitialised-read
//@ all [-DLOOKED -DRETURNED]: verified executions=1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done;

static void *work(void *unused) {
  (void)unused;
  done = 1;
#ifdef RETURNED
  return NULL;
#endif
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
#ifdef LOOKED
  if (result) return 1;
#endif
  return done - 1;
}
