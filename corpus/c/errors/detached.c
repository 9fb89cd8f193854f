//@ about: A thread is joined although it has detached itself, or (OTHER) although another thread detaches it, or (CREATED) although it was
//@   created so. TWICE: two threads detach it. AFTER: it is detached after it was joined. FIXED: it is detached once, and not joined.
//@ why: POSIX: a thread is joined or detached once, and not both. The thread that detaches itself does so before it ends, so that
//@   the join is what is wrong; where two threads do it, nothing orders them, and there is an error whichever comes first.
//@ all: error invalid-join line 43
//@ all [-DOTHER]: error invalid-join
//@ all [-DCREATED]: error invalid-join line 43
//@ all [-DTWICE]: error invalid-join
//@ all [-DAFTER]: error invalid-join line 45
//@ all [-DFIXED]: verified executions=1
//@ all [-DOTHER -DFIXED]: verified executions=1
#include <pthread.h>
#include <stddef.h>

static pthread_t thread;

static void *work(void *unused) {
#if !defined OTHER && !defined CREATED && !defined TWICE && !defined AFTER
  pthread_detach(pthread_self());
#endif
  return unused;
}

static void *detach(void *unused) {
  pthread_detach(thread);
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
#ifdef CREATED
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#endif
  pthread_create(&thread, &attributes, work, NULL);
#if defined OTHER || defined TWICE
  pthread_t other;
  pthread_create(&other, NULL, detach, NULL);
#endif
#ifdef TWICE
  pthread_detach(thread);
#elif !defined FIXED
  pthread_join(thread, NULL);
#ifdef AFTER
  pthread_detach(thread);
#endif
#endif
#if defined OTHER || defined TWICE
  pthread_join(other, NULL);
#endif
  (void)detach;
}
