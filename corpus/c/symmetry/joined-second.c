//@ about: Of two threads that do the same, the second one to add goes on, and the first one does not. main waits for the elder
//@   thread, and then makes a mistake. With BOTH each thread goes on, and main waits for both.
//@ why: Either thread may be the second one to add; if it is the elder one, main finds its mistake. With symmetry the elder
//@   thread's addition counts as the first one: it never ends, and main waits for ever in each execution. That main would not go
//@   on to wait for the other thread is known only from the actions that main is about to take: the threads are not symmetric.
//@ all: error assertion line 34
//@ all [--symmetry]: error assertion line 34
//@ all [-DBOTH]: verified
//@ all [-DBOTH --symmetry]: verified
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int added;

static void *add(void *unused) {
  (void)unused;
  int before = atomic_fetch_add_explicit(&added, 1, memory_order_relaxed);
#ifndef BOTH
  porf_assume(before == 1);
#endif
  (void)before;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  pthread_join(first, NULL);
#ifndef BOTH
  assert(0);
#endif
  pthread_join(second, NULL);
  assert(atomic_load_explicit(&added, memory_order_relaxed) == 2);
  return 0;
}
