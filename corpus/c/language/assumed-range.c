//@ about: A nondeterministic integer whose range follows from the assumptions right behind it, in the forms in which people write them.
//@   All values of the range are tried, and the verdict is not bounded. With WRONG an assertion
//@   rules out the last value. With OPEN there is no upper limit, with LATE a store comes first, so that values
//@   outside of the range matter.
//@ why: The range is 0 to 2, so there are three executions. Other values end in a false assumption before anything
//@   has happened. With OPEN there are 2^31 values, with LATE 2^32: only some are tried.
//@ all [-DFORM=1]: verified executions=3 blocked=0
//@ all [-DFORM=2]: verified executions=3 blocked=0
//@ all [-DFORM=3]: verified executions=3 blocked=0
//@ all [-DFORM=4]: verified executions=3 blocked=0
//@ all [-DFORM=5]: verified executions=3 blocked=0
//@ all [-DFORM=6]: verified executions=3 blocked=0
//@ all [-DFORM=7]: verified executions=3 blocked=0
//@ all [-DFORM=8]: verified executions=3 blocked=0
//@ all [-DFORM=9]: verified executions=3 blocked=0
//@ all [-DFORM=10]: verified executions=3 blocked=0
//@ all [-DFORM=11]: verified executions=3 blocked=0
//@ all [-DFORM=1 -DWRONG]: error assertion line 100
//@ all [-DFORM=4 -DWRONG]: error assertion line 100
//@ all [-DFORM=8 -DWRONG]: error assertion line 100
//@ all [-DOPEN]: bounded
//@ all [-DLATE]: bounded
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assume(int condition);
extern void abort(void);

static void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}

static int global;
static atomic_int shared;

static int choose(void) {
#if defined(OPEN)
  int value = __VERIFIER_nondet_int();
  porf_assume(value >= 0);
#elif defined(LATE)
  int value = __VERIFIER_nondet_int();
  atomic_store(&shared, value);
  porf_assume(value >= 0 && value < 3);
#elif FORM == 1
  int value = __VERIFIER_nondet_int();
  assume_abort_if_not(value >= 0 && value < 3);
#elif FORM == 2
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value >= 0);
  __VERIFIER_assume(value <= 2);
#elif FORM == 3
  unsigned value = __VERIFIER_nondet_uint();
  porf_assume(value < 3);
#elif FORM == 4
  int value = __VERIFIER_nondet_int();
  if (value < 0 || value > 2) __VERIFIER_assume(0);
#elif FORM == 5
  int value = __VERIFIER_nondet_int();
  porf_assume(!(value < 0) && !(2 < value));
#elif FORM == 6
  long value = __VERIFIER_nondet_long();
  porf_assume(0 <= value);
  porf_assume(3 > value);
#elif FORM == 7
  short value = __VERIFIER_nondet_short();
  printf("value %d\n", value);
  assume_abort_if_not(value == 0 || value == 1 || value == 2);
#elif FORM == 8
  global = __VERIFIER_nondet_int();
  assume_abort_if_not(global > -1 && global < 3);
  int value = global;
#elif FORM == 9
  int value = __VERIFIER_nondet_int();
  switch (value) {
  case 0:
  case 1:
  case 2: break;
  default: __VERIFIER_assume(0);
  }
#elif FORM == 10
  int value = __VERIFIER_nondet_int();
  porf_assume((unsigned)value < 3u);
#else
  unsigned value = __VERIFIER_nondet_uint();
  int *out = &global;
  porf_assume((int)value >= 0 && (long)value <= 2);
  *out = (int)value;
#endif
#ifdef WRONG
  assert(value != 2);
#endif
  return (int)value;
}

static void *other(void *unused) {
  (void)unused;
  return NULL;
}

int main(void) {
  int value = choose();
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
#if !defined(OPEN) && !defined(LATE)
  assert(value >= 0 && value <= 2);
#endif
  pthread_join(thread, NULL);
  return value < 0;
}
