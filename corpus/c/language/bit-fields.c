//@ about: Bit-fields, signed and unsigned, that share a unit; and two threads that write different fields.
//@   Neighbouring bit-fields are one memory location, so that is a race (C11 3.14); a zero-width field separates
//@   them with FIXED.
//@ why: A field is written by reading and writing its whole unit.
//@ all: error data-race
//@ all [-DFIXED]: verified
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct flags {
  unsigned low : 3;
  signed middle : 4;
#ifdef FIXED
  unsigned : 0;
#endif
  unsigned high : 5;
};

static struct flags shared;
static unsigned nine = 9;

static void *set_low(void *unused) {
  (void)unused;
  shared.low = nine;  // only three bits fit: 1
  shared.middle = -3;
  return NULL;
}

static void *set_high(void *unused) {
  (void)unused;
  shared.high = 31;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, set_low, NULL);
  pthread_create(&second, NULL, set_high, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(shared.low == 1 && shared.middle == -3 && shared.high == 31);
  shared.high++;
  assert(shared.high == 0 && shared.middle == -3);
}
