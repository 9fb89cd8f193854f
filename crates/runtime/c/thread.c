/* Threads. A pthread_t is the thread's id plus 1, so that a zeroed one is no thread. */

#include "errors.h"
#include "intrinsics.h"
#include "key.h"

typedef u64 pthread_t;

typedef struct {
  int detached;
} pthread_attr_t;

/* Open pthread_cleanup_push blocks of the calling thread. */
static _Thread_local u32 cleanup_depth;

static u64 thread_of(pthread_t handle) { return handle - 1; }

/* What a new thread runs. */
void *porf_thread_main(void *(*function)(void *), void *argument) {
  void *result = function(argument);
  run_key_destructors();
  return result;
}

/* Whether the next thread that the calling thread creates does the same as the last one, whatever its argument. */
static _Thread_local int next_is_symmetric;

void porf_symmetric(void) { next_is_symmetric = 1; }

static u64 spawn(void *(*function)(void *), void *argument) {
  int symmetric = next_is_symmetric;
  next_is_symmetric = 0;
  return __porf_spawn(function, argument, symmetric);
}

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  int detached = attributes && attributes->detached;
  pthread_t child = spawn(function, argument) + 1;
  if (detached)
    __porf_detach(thread_of(child));
  *handle = child;
  return 0;
}

int pthread_join(pthread_t handle, void **result) {
  if (thread_of(handle) == __porf_self())
    __porf_fail(FAIL_JOIN, "a thread joins itself");
  void *returned = __porf_join(thread_of(handle));
  if (result)
    *result = returned;
  return 0;
}

int pthread_detach(pthread_t handle) {
  __porf_detach(thread_of(handle));
  return 0;
}

_Noreturn void pthread_exit(void *result) {
  if (cleanup_depth > 0)
    __porf_fail(FAIL_UNSUPPORTED, "pthread_exit between pthread_cleanup_push and pthread_cleanup_pop");
  run_key_destructors();
  __porf_exit(result);
}

pthread_t pthread_self(void) { return __porf_self() + 1; }

int pthread_equal(pthread_t one, pthread_t other) { return one == other; }

/* Cancellation: there is none, so the state and the handlers only have to be kept in order. */

int pthread_cancel(pthread_t handle) {
  (void)handle;
  __porf_fail(FAIL_UNSUPPORTED, "pthread_cancel");
}

void pthread_testcancel(void) {}

int pthread_setcancelstate(int state, int *old) {
  (void)state;
  if (old)
    *old = 0;
  return 0;
}

int pthread_setcanceltype(int type, int *old) {
  (void)type;
  if (old)
    *old = 0;
  return 0;
}

/* What pthread_cleanup_push and pthread_cleanup_pop of glibc's header expand to. */

__attribute__((returns_twice)) int __sigsetjmp_cancel(void *buffer, int mask) {
  (void)buffer;
  (void)mask;
  return 0;
}

__attribute__((returns_twice)) int __sigsetjmp(void *buffer, int mask) {
  (void)buffer;
  (void)mask;
  return 0;
}

void __pthread_register_cancel(void *buffer) {
  (void)buffer;
  cleanup_depth++;
}

void __pthread_unregister_cancel(void *buffer) {
  (void)buffer;
  cleanup_depth--;
}

_Noreturn void __pthread_unwind_next(void *buffer) {
  (void)buffer;
  __porf_fail(FAIL_UNSUPPORTED, "unwinding of a thread");
}

/* Attributes: all but the detached state are accepted and without effect. */

int pthread_attr_init(pthread_attr_t *attributes) {
  attributes->detached = 0;
  return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes) {
  (void)attributes;
  return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int detached) {
  if (detached != 0 && detached != 1)
    return EINVAL;
  attributes->detached = detached;
  return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *detached) {
  *detached = attributes->detached;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
  (void)attributes;
  (void)size;
  return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size) {
  (void)attributes;
  (void)size;
  return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope) {
  (void)attributes;
  (void)scope;
  return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit) {
  (void)attributes;
  (void)inherit;
  return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy) {
  (void)attributes;
  (void)policy;
  return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attributes, const void *parameters) {
  (void)attributes;
  (void)parameters;
  return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const void *processors) {
  (void)attributes;
  (void)size;
  (void)processors;
  return 0;
}

int pthread_setschedparam(pthread_t handle, int policy, const void *parameters) {
  (void)handle;
  (void)policy;
  (void)parameters;
  return 0;
}

int pthread_setaffinity_np(pthread_t handle, size_t size, const void *processors) {
  (void)handle;
  (void)size;
  (void)processors;
  return 0;
}

int pthread_setname_np(pthread_t handle, const char *name) {
  (void)handle;
  (void)name;
  return 0;
}

int pthread_setconcurrency(int level) {
  (void)level;
  return 0;
}
