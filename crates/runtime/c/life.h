/* Whether a synchronisation object is initialised.

   A word of it then points to itself; in a copy of it, or in memory that was never written, it does not. One that is initialised
   statically need not be initialised by a call, too, but may be: programs that do both are common, and none is surprised by it. Only
   initialising and destroying look at the word, so that using the object makes no further events. */

#ifndef PORF_LIFE_H
#define PORF_LIFE_H

#include "intrinsics.h"

typedef struct {
  void *self;
} life;

static void begin_life(life *life, const char *begun_twice) {
  if (__porf_load_or_null(&life->self) == (void *)life)
    __porf_fail(FAIL_SYNCHRONISATION, begun_twice);
  __atomic_store_n(&life->self, life, __ATOMIC_RELAXED);
}

static void end_life(life *life) { __atomic_store_n(&life->self, NULL, __ATOMIC_RELAXED); }

#endif
