//@ about: A thread ends the process while main waits for it. THREAD_ENDS: it ends itself only. OTHER: a third thread does not wait for
//@   anything, and its assertion fails.
//@ why: A join of the thread that ends the process never returns, so the assertion behind it is not reached. There is one execution, in which
//@   main does not finish. It is no deadlock. If the thread ends itself only, main goes on. What the third thread does may come
//@   before the process ends, so its error is real.
//@ all: verified executions=0 blocked=1
//@ all [-DLEAVE=_exit]: verified executions=0 blocked=1
//@ all [-DLEAVE=_Exit]: verified executions=0 blocked=1
//@ all [-DLEAVE=quick_exit]: verified executions=0 blocked=1
//@ all [-DTHREAD_ENDS]: error assertion line 43
//@ all [-DOTHER]: error assertion line 31
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef LEAVE
#define LEAVE exit
#endif

static void *leaver(void *unused) {
#ifdef THREAD_ENDS
  return unused;
#else
  LEAVE(0);
#endif
}

#ifdef OTHER
static void *other(void *unused) {
  assert(unused != NULL);
  return unused;
}
#endif

int main(void) {
  pthread_t thread;
#ifdef OTHER
  pthread_create(&thread, NULL, other, NULL);
#endif
  pthread_create(&thread, NULL, leaver, NULL);
  pthread_join(thread, NULL);
  assert(0);
}
