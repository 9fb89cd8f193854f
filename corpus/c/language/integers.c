//@ about: Integer arithmetic at its limits: conversions between widths and signs, shifts, division towards zero,
//@   the promotion of narrow types; bit operations of the compiler.
//@ why: C11 6.3.1, 6.5; two's complement. Computed by hand.
//@ all: verified
#include <assert.h>
#include <limits.h>
#include <stdint.h>

static volatile int minus_seven = -7;
static volatile unsigned char byte = 200;
static volatile long large = 0x123456789abcdef0;

int main(void) {
  assert(minus_seven / 2 == -3 && minus_seven % 2 == -1 && minus_seven / -2 == 3);
  assert((unsigned)minus_seven / 2 == 2147483644u);
  assert(minus_seven >> 1 == -4 && (unsigned)minus_seven >> 28 == 15);
  assert((unsigned char)(byte + byte) == 144 && byte + byte == 400);
  assert((signed char)byte == -56 && (short)(signed char)byte == -56 && (unsigned short)(signed char)byte == 65480);
  assert((int)large == (int)0x9abcdef0 && (short)large == (short)0xdef0 && (uint8_t)(large >> 56) == 0x12);
  assert((long)(int)large < 0 && (long)(unsigned)large > 0);
  assert(minus_seven < 5 && (unsigned)minus_seven > 5u);
  assert(1ul << 63 == (unsigned long)LONG_MIN && ~0u == UINT_MAX && -1 == ~0);
  assert(__builtin_popcount(0xf0f0u) == 8 && __builtin_ctz(8u) == 3 && __builtin_clzl(1ul) == 63);
  assert(__builtin_bswap32(0x01020304u) == 0x04030201u);
  int sum;
  assert(__builtin_add_overflow(INT_MAX, 1, &sum) && sum == INT_MIN);
  assert(!__builtin_mul_overflow(1000, -1000, &sum) && sum == -1000000);
}
