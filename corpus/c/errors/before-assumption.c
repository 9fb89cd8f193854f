//@ about: A nondeterministic integer with which something is wrong before an assumption rules it
//@   out: by default a division by zero; SHIFT: a shift by too much; SUM: a sum that does not fit.
//@ why: The error comes first. Integers that end in a false assumption may be left out only if
//@   nothing is wrong with them before. SUM: only the largest integer is too large, which leaves too
//@   many in between to try all of them; without --signed-overflow it wraps, and 3 are left.
//@ all: error division
//@ all [-DSHIFT]: error shift
//@ all [-DSUM --signed-overflow]: bounded
//@ all [-DSUM]: verified executions=3

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void) {
  int n = __VERIFIER_nondet_int();
#if defined(SHIFT)
  int result = 1 << n;
#elif defined(SUM)
  int result = n + 1;
#else
  int result = 10 / (n - 7);
#endif
  __VERIFIER_assume(n >= 0 && n < 3);
  return result == 77;
}
