//@ about: A thread chooses what it will wait for, long before it waits. With ENOUGH the other thread provides for every
//@   choice.
//@ why: x[0] becomes 1 and stays so: whoever has chosen 2 waits for ever, in an interleaving, so under every model. ENOUGH:
//@   each choice is waited for until it is there: one execution each.
//@ all: error livelock
//@ all [-DENOUGH]: verified executions=2
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x[3];

static void *waiter(void *unused) {
  (void)unused;
  int chosen = porf_nondet_int(1, 2);
#ifdef ENOUGH
  while (!atomic_load(&x[chosen])) {
  }
#else
  while (atomic_load(&x[0]) != chosen) {
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
#ifdef ENOUGH
  atomic_store(&x[1], 1);
  atomic_store(&x[2], 1);
#else
  atomic_store(&x[0], 1);
#endif
  pthread_join(thread, NULL);
  return 0;
}
