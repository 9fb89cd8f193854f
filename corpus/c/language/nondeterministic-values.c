//@ about: A nondeterministic value from a range, in main or with THREAD in a thread; WANTED is the value that the
//@   assertion rules out.
//@ why: Every value from 0 to 3 is tried, both ends included, and no other. So the assertion fails for each of them
//@   and for no value outside. Four values make four executions.
//@ all [-DWANTED=4]: verified executions=4 blocked=0
//@ all [-DWANTED=-1]: verified executions=4 blocked=0
//@ all [-DWANTED=4 -DTHREAD]: verified executions=4 blocked=0
//@ all: error assertion
//@ all [-DWANTED=1]: error assertion
//@ all [-DWANTED=2]: error assertion
//@ all [-DWANTED=3]: error assertion
//@ all [-DWANTED=3 -DTHREAD]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stddef.h>

#ifndef WANTED
#define WANTED 0
#endif

static void *choose(void *unused) {
  (void)unused;
  int value = porf_nondet_int(0, 3);
  assert(value != WANTED);
  return NULL;
}

int main(void) {
#ifdef THREAD
  pthread_t chooser;
  pthread_create(&chooser, NULL, choose, NULL);
  pthread_join(chooser, NULL);
#else
  choose(NULL);
#endif
}
