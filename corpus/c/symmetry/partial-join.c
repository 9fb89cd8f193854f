//@ about: Two threads do the same; main looks at what they did when only the second one has ended.
//@ why: If the second thread adds first, main reads 1 or 2; if it adds last, 2: 3 executions. They are all different: the
//@   threads are distinguished by when main waits for them, so there is no symmetry.
//@ all: verified executions=3 blocked=0
//@ all [--symmetry]: verified executions=3 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *add(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  pthread_join(second, NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) >= 1);
  pthread_join(first, NULL);
  return 0;
}
