//@ about: Long loops that end: a thread that adds 1 to a number so often that it has more than 5,000 events, two each time. WRONG
//@   expects one less.
//@ why: The thread is alone with the number until it is joined, so that there is one execution.
//@ all: verified executions=1 blocked=0
//@ all [-DWRONG]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ROUNDS = 2600 };

static atomic_int number;

static void *add(void *unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) atomic_fetch_add_explicit(&number, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t adding;
  pthread_create(&adding, NULL, add, NULL);
  pthread_join(adding, NULL);
#ifdef WRONG
  assert(atomic_load(&number) == ROUNDS - 1);
#else
  assert(atomic_load(&number) == ROUNDS);
#endif
}
