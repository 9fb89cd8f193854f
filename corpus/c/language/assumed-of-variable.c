//@ about: A nondeterministic integer is stored in a variable, and an assumption made of that.
//@   NARROW: of its first byte. STORED: after the variable has got another value, computed by way
//@   of a floating-point number.
//@ why: NARROW: three of 256 integers have such a first byte, far too many to try. STORED: the
//@   variable is 1000 more than the integer, which is 0, 1 or 2.
//@ all [-DNARROW]: bounded
//@ all [-DSTORED]: error assertion
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static int variable;

int main(void) {
  int n = __VERIFIER_nondet_int();
  variable = n;
#ifdef NARROW
  volatile signed char *byte = (volatile signed char *)&variable;
  __VERIFIER_assume(*byte >= 0 && *byte < 3);
  assert(n != 1 << 20);
#else
  variable = (int)(float)n + 1000;
  __VERIFIER_assume(variable >= 1000 && variable < 1003);
  assert(n != 1);
#endif
  return 0;
}
