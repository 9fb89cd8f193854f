//@ about: What a thread does depends on what it reads: with 1 it calls a function that nobody defines, with 0 an assertion fails. Which of
//@   the two is met first is a matter of the order of exploration, so that only the forms with one of them are listed; porf's tests of the
//@   command have both.
//@ why: The load may read both values.
//@ all [-DNO_ERROR]: unsupported unknown-function line 23
//@ all [-DNO_CALL]: error assertion line 25
//@ all [-DNO_ERROR -DNO_CALL]: verified executions=2 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void defined_nowhere(void);

static atomic_int flag;

static void *reader(void *unused) {
  (void)unused;
  if (atomic_load(&flag)) {
#ifdef NO_CALL
    return NULL;
#endif
    defined_nowhere();
#ifndef NO_ERROR
  } else assert(0);
#else
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t reading;
  pthread_create(&reading, NULL, reader, NULL);
  atomic_store(&flag, 1);
  pthread_join(reading, NULL);
}
