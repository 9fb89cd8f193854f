/* What the native tests of the models share. */

#ifndef HOST_H
#define HOST_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                        \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

/* Declares the model of a function of the host, with the same type. */
#define MODEL(function) extern __typeof__(function) model_##function

/* The kind of failure that a statement ends in, or -1. */
extern _Thread_local jmp_buf failure_target;
extern _Thread_local int failure_expected;
extern _Thread_local int failure_kind;
#define FAILURE_OF(statement)                                                                                \
  __extension__({                                                                                            \
    failure_kind = -1;                                                                                       \
    failure_expected = 1;                                                                                    \
    if (setjmp(failure_target) == 0) {                                                                       \
      statement;                                                                                             \
    }                                                                                                        \
    failure_expected = 0;                                                                                    \
    failure_kind;                                                                                            \
  })

/* Runs a statement again until none of its assumptions fails. Only for one that has no effect by then. */
extern _Thread_local jmp_buf assume_target;
extern _Thread_local int assume_expected;
#define ASSUMING(statement)                                                                                  \
  do {                                                                                                       \
    setjmp(assume_target);                                                                                   \
    assume_expected = 1;                                                                                     \
    statement;                                                                                               \
    assume_expected = 0;                                                                                     \
  } while (0)

/* What the next choices are; beyond them, 0. */
extern _Thread_local unsigned long next_choice;
extern int spurious;

#endif
