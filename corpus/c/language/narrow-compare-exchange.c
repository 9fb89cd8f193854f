//@ about: Compare-exchange on narrow types compares at the width of the type, after wrapping, and also with
//@   negative values.
//@ why: The byte is 255 + 1 = 0, so the exchange that expects 0 succeeds and the one that expects 255 fails and
//@   tells 0. Two threads that each exchange 255 for their own value: one succeeds, which makes 2 executions of
//@   that part.
//@ all: verified executions=2 blocked=0
//@ all [-DWRONG]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uchar byte = 255;
static atomic_schar contested = -1;

static void *claim(void *value) {
  signed char expected = -1;
  signed char desired = *(signed char *)value;
  if (!atomic_compare_exchange_strong(&contested, &expected, desired)) assert(expected < -1);
  return NULL;
}

int main(void) {
  unsigned char expected = 255;
  atomic_fetch_add(&byte, 1);
  assert(!atomic_compare_exchange_strong(&byte, &expected, 7));
  assert(expected == 0);
  assert(atomic_compare_exchange_strong(&byte, &expected, 7));
  assert(atomic_load(&byte) == 7);

  static signed char first_value = -2, second_value = -128;
  pthread_t first, second;
  pthread_create(&first, NULL, claim, &first_value);
  pthread_create(&second, NULL, claim, &second_value);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  signed char winner = atomic_load(&contested);
#ifdef WRONG
  assert(winner == -2);
#else
  assert(winner == -2 || winner == -128);
#endif
}
