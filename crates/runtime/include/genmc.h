/* genmc.h: the interface of programs written for the model checker GenMC, so that they can be checked as they are.
 *
 * What only guides the exploration of that tool is accepted and has no effect here: it is never needed for a right answer.
 */

#ifndef GENMC_H
#define GENMC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Leaves the executions in which the condition does not hold. */
void __VERIFIER_assume(int condition);

/* The program is wrong if this is reached, or if the condition does not hold. */
__attribute__((__noreturn__)) void __VERIFIER_error(void);
void __VERIFIER_assert(int condition);

/* Some integer: the values from -2 to 2 are tried, and the verdict says that there are others. For a range that is
 * explored in full, see porf_nondet_int in porf.h. */
int __VERIFIER_nondet_int(void);

/* Threads without pthreads. A symmetric thread does the same as the one created last by the same thread, whatever its argument. */
typedef long __VERIFIER_thread_t;

__VERIFIER_thread_t __VERIFIER_spawn(void *(*function)(void *), void *argument);
__VERIFIER_thread_t __VERIFIER_spawn_symmetric(void *(*function)(void *), void *argument, __VERIFIER_thread_t like);
void *__VERIFIER_join(__VERIFIER_thread_t thread);
void __VERIFIER_join_symmetric(__VERIFIER_thread_t thread);

__VERIFIER_thread_t __VERIFIER_thread_create(const void *attributes, void *(*function)(void *), void *argument);
void *__VERIFIER_thread_join(__VERIFIER_thread_t thread);
__attribute__((__noreturn__)) void __VERIFIER_thread_exit(void *result);
__VERIFIER_thread_t __VERIFIER_thread_self(void);

/* Marks of a loop that waits: its beginning, the beginning of an iteration, and the end of one, which must not have
 * changed anything if the condition does not hold. The thread then waits until it does. */
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int condition);
void __VERIFIER_potential_spin_end(void);

/* Marks of statements. */
#define __VERIFIER_local_write(statement) do { statement; } while (0)
#define __VERIFIER_final_write(statement) do { statement; } while (0)
#define __VERIFIER_optional(statement) do { statement; } while (0)

/* The same compare-exchange in the operation that it belongs to, and where others help with it: see porf_main and porf_help in porf.h.
 * What it returns, and what it leaves in the expected value, must not be used. */
#define __VERIFIER_helped_CAS(statement) \
  do { __porf_begin_helped(); statement; __porf_end_region(); } while (0)
#define __VERIFIER_helping_CAS(statement) \
  do { __porf_begin_helping(); statement; __porf_end_region(); } while (0)

void __porf_begin_helped(void);
void __porf_begin_helping(void);
void __porf_end_region(void);

/* Marks of expressions, which may end in a semicolon. */
#define __VERIFIER_speculative_read(expression) __extension__({ expression; })
#define __VERIFIER_confirming_read(expression) __extension__({ expression; })
#define __VERIFIER_confirming_CAS(expression) __extension__({ expression; })
#define __VERIFIER_final_CAS(expression) __extension__({ expression; })

/* Hazard pointers. An object that is retired is never freed, so that protection has nothing to prevent: an access to a
 * retired object that lacks protection is not found. */
typedef struct {
  void *unused;
} __VERIFIER_hp_t;

__VERIFIER_hp_t *__VERIFIER_hp_alloc(void);
void *__VERIFIER_hp_protect(__VERIFIER_hp_t *hazard, void *location);
void __VERIFIER_hp_clear(__VERIFIER_hp_t *hazard);
void __VERIFIER_hp_free(__VERIFIER_hp_t *hazard);
void __VERIFIER_hp_retire(void *object);

#ifdef __cplusplus
}
#endif

#endif
