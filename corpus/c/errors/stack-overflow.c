//@ about: A recursion without end: the countdown misses zero. FIXED stops below zero. With LOCALS each frame has a
//@   large array.
//@ why: The argument is odd and goes down by 2.
//@ all: error stack-overflow
//@ all [-DLOCALS]: error stack-overflow
//@ all [-DFIXED]: verified
#include <assert.h>

static int countdown(long number) {
#ifdef LOCALS
  volatile char room[100000];
  room[number & 0xff] = 1;
#endif
#ifdef FIXED
  if (number <= 0) return 0;
#else
  if (number == 0) return 0;
#endif
  return 1 + countdown(number - 2);
}

int main(void) {
  int steps = countdown(101);
  assert(steps == 51);
}
