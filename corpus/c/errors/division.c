//@ about: A division by zero: main divides by a counter that another thread may not have raised yet. With REMAINDER
//@   the remainder; with OVERFLOW the quotient of the smallest number and -1, which does not exist. FIXED joins
//@   first.
//@ why: The counter starts at 0. C11 6.5.5 makes a zero divisor and a quotient that cannot be represented
//@   undefined.
//@ all: error division line 40
//@ all [-DREMAINDER]: error division line 33
//@ all [-DOVERFLOW]: error division line 37
//@ all [-DFIXED]: verified
//@ all [-DFIXED -DREMAINDER]: verified
//@ all [-DFIXED -DOVERFLOW]: verified
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int parts;

static void *raise_parts(void *unused) {
  (void)unused;
  atomic_fetch_add(&parts, 3);
  return NULL;
}

int main(void) {
  pthread_t raising;
  pthread_create(&raising, NULL, raise_parts, NULL);
#ifdef FIXED
  pthread_join(raising, NULL);
#endif
#if defined(REMAINDER)
  int result = 14 % atomic_load(&parts);
  assert(result == 2);
#elif defined(OVERFLOW)
  int minus_one_or_two = atomic_load(&parts) - 1;  // -1 if the thread has not run
  int result = INT_MIN / minus_one_or_two;
  assert(result == INT_MIN / 2);
#else
  int result = 14 / atomic_load(&parts);
  assert(result == 4);
#endif
#ifndef FIXED
  pthread_join(raising, NULL);
#endif
}
