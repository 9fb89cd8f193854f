//@ about: Two threads call exit, or one does and main returns (MAIN): the exit handler runs once. TWICE: it is registered twice.
//@   QUICK: quick_exit runs its own handlers, and not those of exit. WAITS: the handler waits for the other thread, which calls exit, too.
//@ why: C11 7.22.4.4 and POSIX: the first exit runs the handlers, the second one never returns. The handler adds to a counter
//@   and asserts that it is the first to do so. With WAITS the handler joins a thread that cannot finish while another one exits:
//@   the process never ends.
//@ all: verified
//@ all [-DMAIN]: verified
//@ all [-DQUICK]: verified
//@ all [-DTWICE]: error assertion line 26
//@ all [-DMAIN -DTWICE]: error assertion line 26
//@ all [-DQUICK -DTWICE]: error assertion line 26
//@ all [-DWAITS]: error deadlock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int runs;
static pthread_t second;

static void handler(void) {
#ifdef WAITS
  if (!pthread_equal(second, pthread_self())) pthread_join(second, NULL);
#endif
  int before = atomic_fetch_add(&runs, 1);
  assert(before == 0);
}

static void never(void) { assert(0); }

static void *leaver(void *unused) {
  (void)unused;
#ifdef QUICK
  quick_exit(0);
#else
  exit(0);
#endif
}

int main(void) {
#ifdef QUICK
  atexit(never);
  at_quick_exit(handler);
#else
  at_quick_exit(never);
  atexit(handler);
#endif
#if defined TWICE && defined QUICK
  at_quick_exit(handler);
#elif defined TWICE
  atexit(handler);
#endif
  pthread_create(&second, NULL, leaver, NULL);
#ifdef MAIN
  return 0;
#elif defined QUICK
  quick_exit(0);
#else
  exit(0);
#endif
}
