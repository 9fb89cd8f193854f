/* The end of the program, and what surrounds it.

   There is no process to end: main's return and exit() run the handlers and end the calling thread only. The other
   threads go on, and what they can still do is explored. */

#include "intrinsics.h"

enum { MAX_HANDLERS = 32 };

static u32 handler_count;
static void (*handlers[MAX_HANDLERS])(void);

int atexit(void (*handler)(void)) {
  u32 index = __atomic_fetch_add(&handler_count, 1, __ATOMIC_ACQ_REL);
  if (index >= MAX_HANDLERS)
    __porf_fail(FAIL_UNSUPPORTED, "the program registers more than 32 exit handlers");
  handlers[index] = handler;
  return 0;
}

/* Takes all handlers at once, so that each of them runs once; a handler may register further ones. */
static void run_exit_handlers(void) {
  while (__atomic_load_n(&handler_count, __ATOMIC_ACQUIRE) != 0) {
    void (*taken[MAX_HANDLERS])(void);
    u32 count = __atomic_exchange_n(&handler_count, 0, __ATOMIC_ACQ_REL);
    for (u32 index = 0; index < count; index++)
      taken[index] = handlers[index];
    for (; count > 0; count--)
      taken[count - 1]();
  }
}

/* Called after main has returned. */
void porf_main_end(int status) {
  (void)status;
  run_exit_handlers();
}

_Noreturn void exit(int status) {
  (void)status;
  run_exit_handlers();
  __porf_exit(NULL);
}

_Noreturn void _exit(int status) {
  (void)status;
  __porf_exit(NULL);
}

_Noreturn void _Exit(int status) { _exit(status); }

_Noreturn void quick_exit(int status) { _exit(status); }

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
