//@ about: A shift by as many bits as the type has, or by a negative number. FIXED: by one bit less. WIDE: the same number of bits is fine in a
//@   wider type. UNUSED: nobody looks at the result.
//@ why: C11 6.5.7: undefined. What is narrower than int is shifted as an int.
//@ all: error shift line 37
//@ all [-DNEGATIVE]: error shift line 37
//@ all [-DRIGHT]: error shift line 35
//@ all [-DTYPE=unsigned]: error shift line 37
//@ all [-DTYPE=long]: error shift line 37
//@ all [-DTYPE=long -DRIGHT]: error shift line 35
//@ all [-DCONSTANT]: error shift line 37
//@ all [-DUNUSED]: error shift line 32
//@ all [-DFIXED]: verified
//@ all [-DRIGHT -DFIXED]: verified
//@ all [-DTYPE=long -DFIXED]: verified
//@ all [-DTYPE=char -DFIXED]: verified
//@ all [-DWIDE]: verified
#include <stdint.h>

#ifndef TYPE
#define TYPE int
#endif

static long shifted(TYPE value, int distance) {
#ifdef FIXED
  distance--;
#endif
#ifdef WIDE
  return (int64_t)value << distance;
#else
  if (distance == 1000) return 0;
#ifdef UNUSED
  (void)(value << distance);
  return 0;
#elif defined RIGHT
  return value >> distance;
#else
  return value << distance;
#endif
#endif
}

int main(void) {
  int distance = sizeof(TYPE) < sizeof(int) ? 32 : 8 * sizeof(TYPE);
#if defined NEGATIVE
  distance = -1;
#elif !defined CONSTANT
  volatile int hidden = distance;
  distance = hidden;
#endif
  return shifted(1, distance) == 7;
}
