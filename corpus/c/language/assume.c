//@ about: An assumption ends the executions in which it does not hold, without an error. With WRONG it comes too
//@   late.
//@ why: The assumption is that the flag was seen set, and then the data is there: one complete execution; the other
//@   one, in which the flag is still clear, is blocked. An assertion before the assumption sees both.
//@ all: verified executions=1
//@ all [-DWRONG]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *producer(void *unused) {
  (void)unused;
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t producing;
  pthread_create(&producing, NULL, producer, NULL);
  int seen = atomic_load_explicit(&flag, memory_order_acquire);
#ifdef WRONG
  assert(seen);
#endif
  porf_assume(seen);
  assert(data == 42);
  pthread_join(producing, NULL);
}
