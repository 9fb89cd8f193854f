//@ about: Atomic additions and subtractions of narrow types at their limits: they wrap at the width of the type.
//@ why: C11 7.17.7.5: signed and unsigned atomic arithmetic wraps silently, two's complement. The value returned is
//@   the old one, converted to the type. With WRONG the wrapped value is claimed not to be 0.
//@ all: verified
//@ all [-DWRONG]: error assertion
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uchar byte = 255;
static atomic_schar signed_byte = SCHAR_MAX;
static atomic_ushort half = USHRT_MAX;
static atomic_short signed_half = SHRT_MIN;
static atomic_uint word = UINT_MAX;
static atomic_long long_word = LONG_MAX;
static atomic_bool truth = 1;

static void *step(void *unused) {
  (void)unused;
  assert(atomic_fetch_add(&byte, 1) == 255);
  assert(atomic_fetch_add(&signed_byte, 1) == 127);
  assert(atomic_fetch_add(&half, 2) == 65535);
  assert(atomic_fetch_sub(&signed_half, 1) == -32768);
  assert(atomic_fetch_add(&word, 1) == UINT_MAX);
  assert(atomic_fetch_add(&long_word, 1) == LONG_MAX);
  assert(atomic_exchange(&truth, 0) == 1);
  return NULL;
}

int main(void) {
  pthread_t stepper;
  pthread_create(&stepper, NULL, step, NULL);
  pthread_join(stepper, NULL);
#ifdef WRONG
  assert(atomic_load(&byte) != 0);
#else
  assert(atomic_load(&byte) == 0);
#endif
  assert(atomic_load(&signed_byte) == -128);
  assert(atomic_load(&half) == 1);
  assert(atomic_load(&signed_half) == 32767);
  assert(atomic_load(&word) == 0);
  assert(atomic_load(&long_word) == LONG_MIN);
  assert(!atomic_load(&truth));
  byte -= 1;  // a compound assignment is atomic, too
  assert(byte == 255 && byte++ == 255 && byte == 0);
  signed_byte ^= -1;
  assert(signed_byte == 127);
}
