//@ about: Bit-fields of one word are set one by one, and only those that are set are looked at; a choice between two equal things,
//@   and bits that a mask takes away, do not matter. With FIELD a field is looked at that was not set, with MASK a bit that
//@   the mask leaves, with BRANCH the choice decides, with INDEX an undefined number is an index, with SHOWN it is printed, with DIVIDED
//@   it divides, with SWITCHED it selects a case, with STORED it is stored atomically.
//@ why: What comes out does not depend on the undefined bits, except with one of the macros.
//@ all: verified executions=1
//@ all [-DFIELD]: error uninitialised-read line 33
//@ all [-DMASK]: error uninitialised-read line 36
//@ all [-DBRANCH]: error uninitialised-read line 39
//@ all [-DINDEX]: error uninitialised-read line 42
//@ all [-DSHOWN]: error uninitialised-read line 45
//@ all [-DDIVIDED]: error uninitialised-read line 48
//@ all [-DSWITCHED]: error uninitialised-read line 51
//@ all [-DSTORED]: error uninitialised-read line 56
#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct flags {
  unsigned low : 3, middle : 9, high : 4;
};

static atomic_int cell;

int main(void) {
  struct flags *flags = malloc(sizeof *flags);
  unsigned *number = malloc(sizeof *number), table[8] = {0};
  flags->low = 5;
  flags->high = 9;
  assert(flags->low == 5 && flags->high == 9);
#ifdef FIELD
  if (flags->middle == 3) return 1;
#endif
#ifdef MASK
  if ((*number | 6) & 1) return 1;
#endif
#ifdef BRANCH
  if (*number > 7) return 1;
#endif
#ifdef INDEX
  return (int)table[*number];
#endif
#ifdef SHOWN
  printf("%u\n", *number);
#endif
#ifdef DIVIDED
  return 5 / *number;
#endif
#ifdef SWITCHED
  switch (*number) {
    case 1: return 1;
  }
#endif
#ifdef STORED
  cell = (int)*number;
#endif
  assert(((*number | 6) & 6) == 6 && (*number & 8) < 9);
  unsigned same = *number & 1 ? 4 : 4;
  assert(same == 4);
  unsigned mixed = (*number & 0xff00) | 0x12;
  assert((mixed & 0xff) == 0x12 && mixed != 0x11);
  free(number);
  free(flags);
  return (int)table[1] + cell;
}
