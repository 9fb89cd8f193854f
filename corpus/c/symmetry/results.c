//@ about: Two threads do the same, but leave what they read to main; with UNUSED they leave nothing. With BROKEN main
//@   believes that the first one got 0.
//@ why: Two orders of the additions. Main gets to know which it was, and could go on accordingly: they are distinguished. With UNUSED
//@   it does not: 1 class. BROKEN: there is the other order.
//@ all: verified executions=2 blocked=0
//@ all [--symmetry]: verified executions=2 blocked=0
//@ all [-DUNUSED]: verified executions=2 blocked=0
//@ all [-DUNUSED --symmetry]: verified executions=1 blocked=0
//@ all [-DBROKEN]: error assertion
//@ all [-DBROKEN --symmetry]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int x;

static void *take_number(void *unused) {
  (void)unused;
  int number = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
#ifdef UNUSED
  (void)number;
  return NULL;
#else
  return (void *)(intptr_t)number;
#endif
}

int main(void) {
  pthread_t first, second;
  void *number, *other;
  pthread_create(&first, NULL, take_number, NULL);
  pthread_create(&second, NULL, take_number, NULL);
  pthread_join(first, &number);
  pthread_join(second, &other);
#ifdef BROKEN
  assert(number == NULL);
#elif !defined UNUSED
  assert((intptr_t)number + (intptr_t)other == 1);
#endif
  return 0;
}
