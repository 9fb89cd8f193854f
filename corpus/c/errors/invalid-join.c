//@ about: A thread is joined twice, with DETACHED after it was detached, with NEVER an id that no thread has. FIXED
//@   joins once; a detached thread is not joined.
//@ why: POSIX: the id ends with the join or, for a detached thread, with the thread.
//@ all: error invalid-join line 27
//@ all [-DDETACHED]: error invalid-join line 20
//@ all [-DNEVER]: error invalid-join line 23
//@ all [-DFIXED]: verified
//@ all [-DDETACHED -DFIXED]: verified
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
#if defined(DETACHED)
  pthread_detach(thread);
#ifndef FIXED
  pthread_join(thread, NULL);
#endif
#elif defined(NEVER)
  pthread_join(thread + 1000, NULL);
#else
  pthread_join(thread, NULL);
#ifndef FIXED
  pthread_join(thread, NULL);
#endif
#endif
}
