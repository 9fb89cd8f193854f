/* The intrinsics of the models, made of the threads and the heap of the host. */

#define _GNU_SOURCE
#include "host.h"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

typedef unsigned long u64;
typedef unsigned int u32;

_Thread_local jmp_buf failure_target;
_Thread_local int failure_expected;
_Thread_local int failure_kind;
_Thread_local jmp_buf assume_target;
_Thread_local int assume_expected;
_Thread_local unsigned long next_choice;
int spurious;

/* A model that waits for ever fails the test. */
__attribute__((constructor)) static void limit_time(void) { alarm(120); }

static int holds(u64 value, int compare, u64 operand) {
  return compare == 0 ? value == operand : compare == 1 ? value != operand : value >= operand;
}

static u64 applied(u64 old, int operation, u64 value) {
  switch (operation) {
  case 0: return old + value;
  case 1: return old - value;
  case 2: return old & value;
  case 3: return old | value;
  case 4: return old ^ value;
  case 5: return value;
  default: return old > value ? old : value;
  }
}

u64 __porf_wait_rmw64(u64 *word, u64 mask, int compare, u64 operand, int operation, u64 value) {
  for (;; sched_yield()) {
    u64 old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    if (holds(old & mask, compare, operand) &&
        __atomic_compare_exchange_n(word, &old, applied(old, operation, value), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return old;
  }
}

u32 __porf_wait_rmw32(u32 *word, u32 mask, int compare, u32 operand, int operation, u32 value) {
  for (;; sched_yield()) {
    u32 old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    if (holds(old & mask, compare, operand) &&
        __atomic_compare_exchange_n(word, &old, (u32)applied(old, operation, value), 0, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
      return old;
  }
}

u64 __porf_wait_load64(u64 *word, u64 mask, int compare, u64 operand) {
  for (;; sched_yield()) {
    u64 value = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    if (holds(value & mask, compare, operand))
      return value;
  }
}

void *__porf_load_or_null(void **word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
u32 __porf_load_or_zero32(u32 *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }

u64 __porf_choose(u64 count) {
  u64 choice = next_choice;
  next_choice = 0;
  CHECK(choice < count);
  return choice;
}

u64 __porf_choose_some(u64 count) { return count == 1 ? 0 : __porf_choose(count); }

u64 __porf_nondet(u64 low, u64 high) { return low + __porf_choose(high - low + 1); }

u64 __porf_nondet_some(u64 low, u64 high) { return __porf_nondet(low, high); }

int __porf_spurious(void) { return spurious; }

/* Loops are run as they are here, whatever counts as an effect. */
u64 __porf_effects(void) { return 0; }
void __porf_cancel64(u64 *lock, u64 effects) { (void)lock, (void)effects; }
void __porf_cancel32(u32 *lock, u64 effects) { (void)lock, (void)effects; }

/* Threads: ids in the order of creation. */
enum { MAX_THREADS = 1024 };

struct start {
  void *(*function)(void *);
  void *argument;
  u64 id;
};

static pthread_t threads[MAX_THREADS];
static u64 thread_count = 1;
static _Thread_local u64 self;

extern void *model_porf_thread_main(void *(*function)(void *), void *argument);

static void *run(void *start) {
  struct start copy = *(struct start *)start;
  free(start);
  self = copy.id;
  return model_porf_thread_main(copy.function, copy.argument);
}

u64 __porf_spawn(void *(*function)(void *), void *argument, int any_argument) {
  (void)any_argument;
  struct start *start = malloc(sizeof *start);
  u64 id = __atomic_fetch_add(&thread_count, 1, __ATOMIC_SEQ_CST);
  CHECK(id < MAX_THREADS);
  *start = (struct start){function, argument, id};
  CHECK(pthread_create(&threads[id], NULL, run, start) == 0);
  return id;
}

int __porf_annotate(int kind, const void *function, u64 a, u64 b, u64 c, u64 d) {
  (void)kind, (void)function, (void)a, (void)b, (void)c, (void)d;
  return 1;
}

/* Those that were joined or detached. */
static int gone[MAX_THREADS];

_Noreturn void __porf_fail(int kind, const char *message);

static void leave_behind(u64 thread) {
  if (__atomic_exchange_n(&gone[thread], 1, __ATOMIC_SEQ_CST))
    __porf_fail(7, "a thread is joined or detached that has been joined or detached before");
}

void __porf_detach(u64 thread) { leave_behind(thread); }

/* Threads count arrivals at barriers in memory. */
int __porf_ask_barrier(u64 *word) {
  (void)word;
  return 0;
}

void __porf_arrive(u64 *word, u32 threads) {
  (void)word;
  (void)threads;
  abort();
}

int __porf_leave(u64 *word, u32 threads) {
  (void)word;
  (void)threads;
  abort();
}

void __porf_end_barrier(u64 *word) {
  (void)word;
  abort();
}

int __porf_serial(u64 *word, int odd) {
  (void)word;
  (void)odd;
  abort();
}

void *__porf_join(u64 thread) {
  leave_behind(thread);
  void *result;
  CHECK(pthread_join(threads[thread], &result) == 0);
  return result;
}

u64 __porf_self(void) { return self; }

_Noreturn void __porf_exit(void *result) { pthread_exit(result); }
_Noreturn void __porf_exit_process(void) { pthread_exit(NULL); }
_Noreturn void __porf_end_of_main(void) { pthread_exit(NULL); }

void __porf_assume(int condition) {
  if (condition)
    return;
  CHECK(assume_expected);
  longjmp(assume_target, 1);
}

_Noreturn void __porf_fail(int kind, const char *message) {
  if (!failure_expected) {
    fprintf(stderr, "failure %d: %s\n", kind, message);
    exit(1);
  }
  failure_kind = kind;
  longjmp(failure_target, 1);
}

void *__porf_malloc(u64 size, u64 alignment) { return size > 1UL << 40 ? NULL : memalign(alignment, size); }

void __porf_free(void *pointer) { free(pointer); }

u64 __porf_object_size(const void *pointer) { return malloc_usable_size((void *)pointer); }

void __porf_print(const char *format, ...) { (void)format; }

void __porf_vprint(const char *format, va_list arguments) {
  (void)format;
  (void)arguments;
}
