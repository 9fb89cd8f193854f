//@ about: Nondeterminism as a search: which two numbers from -8 to 8 solve x * x + y * y = 25 with x < y < 0? The
//@   error is the answer. With NONE the equation has no solution.
//@ why: 25 = 16 + 9, so x = -4, y = -3. Squares are 0 or 1 modulo 4, so 27 = 3 modulo 4 is no sum of two.
//@ all: error assertion
//@ all [-DNONE]: verified
#include <assert.h>
#include <porf.h>

#ifdef NONE
#define SUM 27
#else
#define SUM 25
#endif

int main(void) {
  int x = porf_nondet_int(-8, 8);
  int y = porf_nondet_int(-8, 8);
  porf_assume(x < y && y < 0);
  assert(x * x + y * y != SUM);
}
