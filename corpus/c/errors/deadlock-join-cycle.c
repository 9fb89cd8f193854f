//@ about: Two threads join each other; they learn the ids when main gives up the lock. FIXED: only one of them
//@   joins.
//@ why: Each waits for the end of the other, so neither ends. Main does not wait for them: it leaves by pthread_exit, and the process goes
//@   on. With RETURNS it returns, and the process ends: that is no deadlock, but both threads are left behind.
//@ all: error deadlock
//@ all [-DRETURNS]: verified executions=0 left-behind
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stddef.h>

static pthread_t first, second;
static pthread_mutex_t ids_known = PTHREAD_MUTEX_INITIALIZER;

static void *join_second(void *unused) {
  (void)unused;
  pthread_mutex_lock(&ids_known);
  pthread_mutex_unlock(&ids_known);
  pthread_join(second, NULL);
  return NULL;
}

static void *join_first(void *unused) {
  (void)unused;
  pthread_mutex_lock(&ids_known);
  pthread_mutex_unlock(&ids_known);
#ifndef FIXED
  pthread_join(first, NULL);
#endif
  return NULL;
}

int main(void) {
  pthread_mutex_lock(&ids_known);
  pthread_create(&first, NULL, join_second, NULL);
  pthread_create(&second, NULL, join_first, NULL);
  pthread_mutex_unlock(&ids_known);
#ifdef FIXED
  pthread_join(first, NULL);
#elif !defined RETURNS
  pthread_exit(NULL);
#endif
}
