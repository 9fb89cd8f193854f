//@ about: A pointer to a local variable outlives the function, or with THREAD the variable of a thread that is
//@   given to another one and main does not wait. FIXED uses a static variable.
//@ why: The variable's lifetime ends with its block (C11 6.2.4).
//@ all: error use-after-free line 46
//@ all [-DFIXED]: verified
//@ all [-DTHREAD]: error use-after-free
//@ all [-DTHREAD -DFIXED]: verified
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef FIXED
#define STORAGE static
#else
#define STORAGE
#endif

static int *kept;

static void keep(int value) {
  STORAGE int local;
  local = value;
  kept = &local;
}

static void *increment(void *number) {
  ++*(int *)number;
  return NULL;
}

static pthread_t start(void) {
  STORAGE int number;
  number = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, increment, &number);
  return thread;
}

int main(void) {
  (void)keep;
  (void)start;
#ifdef THREAD
  pthread_join(start(), NULL);
#else
  keep(7);
  int seen = *kept;
  assert(seen == 7);
#endif
}
