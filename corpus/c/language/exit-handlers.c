//@ about: Functions registered with atexit run in the reverse order when main returns or, with EXIT, when exit is
//@   called deep inside. With WRONG the first one expects to run first.
//@ why: C11 7.22.4.4.
//@ all: verified
//@ all [-DEXIT]: verified
//@ all [-DWRONG]: error assertion
//@ all [-DEXIT -DWRONG]: error assertion
#include <assert.h>
#include <stdlib.h>

static int runs;

static void registered_first(void) {
#ifdef WRONG
  assert(runs == 0);
#else
  assert(runs == 1);
#endif
}

static void registered_second(void) {
  assert(runs == 0);
  runs++;
}

static void leave(int depth) {
  if (depth == 0) exit(0);
  leave(depth - 1);
}

int main(void) {
  atexit(registered_first);
  atexit(registered_second);
#ifdef EXIT
  leave(3);
  assert(0);
#else
  (void)leave;
#endif
}
