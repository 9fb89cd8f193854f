//@ about: A detached thread waits for a flag that nobody raises while main leaves. MUTEX: it waits for a lock that main keeps. EXIT: main
//@   calls exit. PTHREAD_EXIT: main ends, and the process goes on. RAISED: main raises the flag. ASSERTS: the flag is raised, and the thread
//@   asserts that it was not.
//@ why: Main's return ends the process, so there is neither a livelock nor a deadlock, but a warning of the thread. Who calls
//@   exit means it: no warning. Without the end of the process the thread waits for ever. What it does when the flag is raised may come before
//@   the process ends.
//@ all: verified executions=0 blocked=1 left-behind
//@ all [-DMUTEX]: verified executions=0 blocked=1 left-behind
//@ all [-DEXIT]: verified executions=0 blocked=1
//@ all [-DMUTEX -DEXIT]: verified executions=0 blocked=1
//@ all [-DPTHREAD_EXIT]: error livelock
//@ all [-DMUTEX -DPTHREAD_EXIT]: error deadlock
//@ all [-DRAISED]: verified executions=1
//@ all [-DRAISED -DASSERTS]: error assertion line 29
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *daemon(void *unused) {
#ifdef MUTEX
  pthread_mutex_lock(&mutex);
#else
  while (!atomic_load(&flag)) {}
#ifdef ASSERTS
  assert(unused);
#endif
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, daemon, NULL);
  pthread_detach(thread);
#ifdef RAISED
  atomic_store(&flag, 1);
#endif
#ifdef EXIT
  exit(0);
#elif defined PTHREAD_EXIT
  pthread_exit(NULL);
#endif
}
