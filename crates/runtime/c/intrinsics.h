/* What the virtual machine gives to the models of the C library and of pthreads, and nothing else: the models
   include no header of the host, so that the compiled runtime is the same on every machine. */

#ifndef PORF_INTRINSICS_H
#define PORF_INTRINSICS_H

#include <stdarg.h>
#include <stddef.h>

typedef unsigned long u64;
typedef unsigned int u32;

/* The comparison of a wait. */
enum { WAIT_EQUAL = 0, WAIT_NOT_EQUAL = 1, WAIT_AT_LEAST = 2 };

/* What a waiting read-modify-write does once its condition holds. */
enum { OP_ADD = 0, OP_SUB = 1, OP_AND = 2, OP_OR = 3, OP_XOR = 4, OP_EXCHANGE = 5, OP_UMAX = 6, OP_CLAIM = 7 };

/* What is wrong with the program. */
enum {
  FAIL_ASSERTION = 0,
  FAIL_ERROR = 1,
  FAIL_ABORT = 2,
  FAIL_UNLOCK_NOT_HELD = 3,
  FAIL_RELOCK = 4,
  FAIL_SYNCHRONISATION = 5,
  FAIL_UNSUPPORTED = 6,
  FAIL_JOIN = 7,
};

/* Waits until (*word & mask) compares with the operand, and applies the operation in the same instant; acquire and
   release. The old value. A thread that waits for ever is deadlocked. */
u64 __porf_wait_rmw64(u64 *word, u64 mask, int compare, u64 operand, int operation, u64 value);
u32 __porf_wait_rmw32(u32 *word, u32 mask, int compare, u32 operand, int operation, u32 value);

/* Waits until (*word & mask) compares with the operand; acquire. The condition must stay true once it is. */
u64 __porf_wait_load64(u64 *word, u64 mask, int compare, u64 operand);

/* What is stored there, null or 0 if nothing is. Relaxed. */
void *__porf_load_or_null(void **word);
u32 __porf_load_or_zero32(u32 *word);

/* A number below the count: all of them are explored. With _some, the verdict says that the count was our choice. */
u64 __porf_choose(u64 count);
u64 __porf_choose_some(u64 count);

/* A number that the program does not know, from low to high, ends included, as 64 bits. Of one that may have any value of its type,
   only some are explored unless assumptions right behind it say more, and the verdict says so. */
u64 __porf_nondet(u64 low, u64 high);
u64 __porf_nondet_some(u64 low, u64 high);

/* Whether what the standards allow to happen for no reason (a wake-up, say) does happen. A constant of the run. */
int __porf_spurious(void);

/* How many things the calling thread has done that could be found out later: writes, mostly. */
u64 __porf_effects(void);

/* The calling thread has released a lock that it had acquired after so many effects, and has had none in between. If nobody
   can observe, it counts as having had so many again. */
void __porf_cancel64(u64 *lock, u64 effects);
void __porf_cancel32(u32 *lock, u64 effects);

/* Threads: main is 0, a new thread runs porf_thread_main(function, argument). It is taken to do the same as the one created
   before it by the calling thread if that has the same function, and the same argument or that does not matter. */
u64 __porf_spawn(void *(*function)(void *), void *argument, int any_argument);
void *__porf_join(u64 thread);
void __porf_detach(u64 thread);
u64 __porf_self(void);

/* Barriers whose word says how many threads a round needs. First of all, a thread asks whether the following functions are for this
   barrier, or the threads have to count arrivals themselves, in memory. A thread that arrives has read the word. It leaves when the
   round is full: whether the number of its round is odd. */
int __porf_ask_barrier(u64 *word);
void __porf_arrive(u64 *word, u32 threads);
int __porf_leave(u64 *word, u32 threads);
void __porf_end_barrier(u64 *word);

/* PTHREAD_BARRIER_SERIAL_THREAD for one thread of a round, any, and 0 for the others. All threads of a round have to ask. */
int __porf_serial(u64 *word, int odd);

_Noreturn void __porf_exit(void *result);

/* The end of the process, with the calling thread: it is never joined, and whoever waits then waits for nothing. The other threads do
   what they could have done before. */
_Noreturn void __porf_exit_process(void);
_Noreturn void __porf_end_of_main(void);

/* Helping annotations: the calling thread is about to make the CAS that completes its own
   operation, by calling the function with these arguments; it has made that CAS; or it would make
   it for another thread. Returns whether the thread has to make the helping CAS. */
enum { ANNOTATION_MAIN, ANNOTATION_END, ANNOTATION_HELPING };
int __porf_annotate(int kind, const void *function, u64 a, u64 b, u64 c, u64 d);

void __porf_assume(int condition);
_Noreturn void __porf_fail(int kind, const char *message);

/* The heap. Allocation gives null only where the size is too large. */
void *__porf_malloc(u64 size, u64 alignment);
void __porf_free(void *pointer);
u64 __porf_object_size(const void *pointer);

/* Output, shown in a replay only. Makes no events, whatever the arguments point to. */
void __porf_print(const char *format, ...);
void __porf_vprint(const char *format, va_list arguments);

/* The machine's own; the names are C's. */
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *object, int byte, size_t size);

#endif
