/* porf.h: how a program speaks to the model checker.
 *
 * The checker finds this header by itself: #include <porf.h> needs no flag. To build the same program without the
 * checker, test whether __PORF__ is defined.
 */

#ifndef PORF_H
#define PORF_H

#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Ends executions in which the condition does not hold: they are neither right nor wrong. Errors
 * before the assumption still count. */
void porf_assume(bool condition);

/* The program is wrong if this is reached. */
__attribute__((__noreturn__)) void porf_error(const char *message);

/* A value of which nothing is known but its range, ends included: the checker tries every one. Keep ranges small, since the
 * executions multiply. An empty range is an error. */
bool porf_nondet_bool(void);
int porf_nondet_int(int low, int high);
unsigned porf_nondet_uint(unsigned low, unsigned high);
long porf_nondet_long(long low, long high);
unsigned long porf_nondet_ulong(unsigned long low, unsigned long high);

/* The next thread that the calling thread creates is symmetric to the last one, although their
 * arguments differ. Executions that differ only by swapping symmetric threads are explored once.
 * (Threads that run the same function with the same argument need no annotation.) */
void porf_symmetric(void);

/* Helping annotations. In many lock-free algorithms a thread that meets the unfinished operation of
 * another thread finishes it: several threads do the last step of the operation, and one of them
 * succeeds. The step is a function that reads and then does one compare-exchange. Call it by
 * porf_main(f, ...) in the operation itself and by porf_help(f, ...) in the threads that help, with
 * up to four arguments that are pointers or integers:
 *
 *   static void advance(struct queue *queue, struct node *old, struct node *new) { compare-exchange of queue->tail; }
 *   ...
 *   porf_main(advance, queue, tail, node);     in the enqueue that has linked its node
 *   porf_help(advance, queue, tail, next);     in a thread that finds the tail behind
 *
 * The checker explores only executions in which the operation itself succeeds. It checks in each
 * execution that no behaviour is lost by that; a violated annotation is an error with its reason. */
#define porf_main(function, ...) \
  do { \
    porf_begin_main((const void *)(function), PORF_ARGUMENTS(__VA_ARGS__, 0, 0, 0, 0)); \
    (void)function(__VA_ARGS__); \
    porf_end_main(); \
  } while (0)
#define porf_help(function, ...) \
  do { \
    if (porf_begin_help((const void *)(function), PORF_ARGUMENTS(__VA_ARGS__, 0, 0, 0, 0))) (void)function(__VA_ARGS__); \
  } while (0)
#define PORF_ARGUMENTS(a, b, c, d, ...) \
  (unsigned long)(a), (unsigned long)(b), (unsigned long)(c), (unsigned long)(d)

void porf_begin_main(const void *function, unsigned long a, unsigned long b, unsigned long c, unsigned long d);
void porf_end_main(void);
bool porf_begin_help(const void *function, unsigned long a, unsigned long b, unsigned long c, unsigned long d);

/* An atomic block: no two threads are in such a block at the same time, as though one lock guarded them all, and a block
 * sees all that the blocks before it did. Blocks may be nested. Accesses outside of every block are not held up. */
void porf_atomic_begin(void);
void porf_atomic_end(void);

#ifdef __cplusplus
}
#endif

#endif
