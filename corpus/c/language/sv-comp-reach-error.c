//@ about: SV-COMP's fib_bench in miniature: two threads add each other's number once, plain variables in atomic
//@   blocks, as functions named __VERIFIER_atomic_ give them. The error asks for LIMIT or more.
//@ why: i = j = 1; the larger sum is reached by one thread after the other: i = 2, then j = 3. So 3 is reached and
//@   4 is not.
//@ all: error error
//@ all [-DLIMIT=4]: verified
//@ sc [-DLIMIT=4]: verified executions=2
#include <pthread.h>
#include <stddef.h>

extern void abort(void);
extern void reach_error(void);

#ifndef LIMIT
#define LIMIT 3
#endif

static int i = 1, j = 1;

static void __VERIFIER_atomic_add_to_i(void) { i += j; }
static void __VERIFIER_atomic_add_to_j(void) { j += i; }

static void *first_thread(void *unused) {
  (void)unused;
  __VERIFIER_atomic_add_to_i();
  return NULL;
}

static void *second_thread(void *unused) {
  (void)unused;
  __VERIFIER_atomic_add_to_j();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, first_thread, NULL);
  pthread_create(&second, NULL, second_thread, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  if (i >= LIMIT || j >= LIMIT) {
    reach_error();
    abort();
  }
}
