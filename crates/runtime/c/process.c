/* The end of the process, and what surrounds it.

   Main's return, exit() and quick_exit() run the handlers and end the process. Other threads may come to do the same: the
   first of them runs the handlers, the others wait for it, which is never over. */

#include "intrinsics.h"

enum { MAX_HANDLERS = 32 };

struct handlers {
  u32 count;
  void (*functions[MAX_HANDLERS])(void);
};

static struct handlers at_exit_handlers, at_quick_exit_handlers;

/* The thread that runs handlers, plus 1. */
static u64 exiting;

static int add_handler(struct handlers *handlers, void (*handler)(void)) {
  u32 index = __atomic_fetch_add(&handlers->count, 1, __ATOMIC_ACQ_REL);
  if (index >= MAX_HANDLERS)
    __porf_fail(FAIL_UNSUPPORTED, "the program registers more than 32 exit handlers");
  __atomic_store_n(&handlers->functions[index], handler, __ATOMIC_RELEASE);
  return 0;
}

int atexit(void (*handler)(void)) { return add_handler(&at_exit_handlers, handler); }

int at_quick_exit(void (*handler)(void)) { return add_handler(&at_quick_exit_handlers, handler); }

/* Only one thread runs handlers, and only once. */
static void be_the_one_that_exits(void) {
  u64 self = __porf_self(), other = 0;
  if (__atomic_compare_exchange_n(&exiting, &other, self + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return;
  if (other == self + 1)
    __porf_fail(FAIL_ERROR, "an exit handler calls exit() or quick_exit()");
  __porf_join(other - 1);
}

/* The last handler that has not run yet, counted from 1; 0 if there is none. */
static u32 next_handler(struct handlers *handlers, u32 done) {
  u32 index = __atomic_load_n(&handlers->count, __ATOMIC_ACQUIRE);
  if (index > MAX_HANDLERS)
    index = MAX_HANDLERS;
  while (index > 0 && done >> (index - 1) & 1)
    index--;
  return index;
}

/* Runs the handlers, the last first; a handler may register further ones. One that another thread is about to register is none
   yet. The loop counts, since each handler runs once, so that it is seen not to wait. */
static void run_handlers(struct handlers *handlers) {
  u32 done = 0;
  if (__atomic_load_n(&handlers->count, __ATOMIC_ACQUIRE) == 0)
    return;
  be_the_one_that_exits();
  for (u32 round = 0; round < MAX_HANDLERS; round++) {
    u32 index = next_handler(handlers, done);
    if (index == 0)
      return;
    done |= 1u << (index - 1);
    void (*handler)(void) = __atomic_load_n(&handlers->functions[index - 1], __ATOMIC_ACQUIRE);
    if (handler)
      handler();
  }
}

/* Called after main has returned. */
void porf_main_end(int status) {
  (void)status;
  run_handlers(&at_exit_handlers);
}

/* Called after that. */
void porf_process_end(void) { __porf_end_of_main(); }

_Noreturn void exit(int status) {
  (void)status;
  run_handlers(&at_exit_handlers);
  __porf_exit_process();
}

_Noreturn void _exit(int status) {
  (void)status;
  __porf_exit_process();
}

_Noreturn void _Exit(int status) { _exit(status); }

_Noreturn void quick_exit(int status) {
  (void)status;
  run_handlers(&at_quick_exit_handlers);
  __porf_exit_process();
}

_Noreturn void abort(void) { __porf_fail(FAIL_ABORT, "abort() is called"); }

_Noreturn void __assert_fail(const char *assertion, const char *file, u32 line, const char *function) {
  (void)file;
  (void)line;
  (void)function;
  __porf_fail(FAIL_ASSERTION, assertion);
}

_Noreturn void __assert(const char *assertion, const char *file, int line) {
  (void)file;
  (void)line;
  __porf_fail(FAIL_ASSERTION, assertion);
}

_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *assertion) {
  (void)function;
  (void)file;
  (void)line;
  __porf_fail(FAIL_ASSERTION, assertion);
}

char *getenv(const char *name) {
  (void)name;
  return NULL;
}

int getpid(void) { return 1; }

long sysconf(int name) {
  (void)name;
  return -1;
}
