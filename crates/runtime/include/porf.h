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

/* Leaves the executions in which the condition does not hold: they are neither right nor wrong. What happened before in
 * such an execution still counts, an error included. */
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

/* The thread that the calling thread creates next does the same as the one that it created last, although its argument is
 * another one. What threads do that do the same is explored once, not once for each order of them. (That threads do the
 * same that run one function with one argument needs no saying.) */
void porf_symmetric(void);

/* An atomic block: no two threads are in such a block at the same time, as though one lock guarded them all, and a block
 * sees all that the blocks before it did. Blocks may be nested. Accesses outside of every block are not held up. */
void porf_atomic_begin(void);
void porf_atomic_end(void);

#ifdef __cplusplus
}
#endif

#endif
