//@ about: Signed arithmetic over the limits: addition, with SUBTRACTION, with MULTIPLICATION, with NEGATION. FIXED
//@   computes with unsigned numbers, which wrap.
//@ why: C11 6.5: undefined for signed integers; unsigned ones have no overflow.
//@ options: --signed-overflow
//@ all: error signed-overflow line 29
//@ all [-DSUBTRACTION]: error signed-overflow line 23
//@ all [-DMULTIPLICATION]: error signed-overflow line 25
//@ all [-DNEGATION]: error signed-overflow line 27
//@ all [-DFIXED]: verified
#include <limits.h>

#ifdef FIXED
typedef unsigned number;
#else
typedef int number;
#endif

static number largest = INT_MAX;

int main(void) {
  number smallest = -largest - 1;
#if defined(SUBTRACTION)
  number result = smallest - 1;
#elif defined(MULTIPLICATION)
  number result = largest * largest;
#elif defined(NEGATION)
  number result = -smallest;
#else
  number result = largest + 1;
#endif
  return result == smallest;
}
