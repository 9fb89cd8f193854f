//@ about: Two threads add to a counter, which main reads meanwhile, or awaits. Or one of them
//@   sets a bit instead, which does not commute with an addition.
//@ why: The read tells how many additions there have been, and whose: with two orders of the additions, the
//@   read reads the initial value, the first or the second sum, so there are 2 · 3 = 6 executions, with independent additions, too.
//@   The await reads the last sum only, in both orders; an order is kept where a thread waits.
//@   The last value tells whether the bit was set before the addition.
//@ all: verified executions=6
//@ all [--independent-adds]: verified executions=6
//@ all [-DAWAIT]: verified executions=2
//@ all [-DAWAIT --independent-adds]: verified executions=2
//@ all [-DKINDS]: verified executions=2
//@ all [-DKINDS --independent-adds]: verified executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int count;

static void *add(void *unused) {
  (void)unused;
  atomic_fetch_add(&count, 1);
  return NULL;
}

static void *change(void *unused) {
  (void)unused;
#ifdef KINDS
  atomic_fetch_or(&count, 1);
#else
  atomic_fetch_add(&count, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add, NULL);
  pthread_create(&threads[1], NULL, change, NULL);
#if defined AWAIT
  while (atomic_load(&count) != 2) {
  }
#elif !defined KINDS
  assert(atomic_load(&count) <= 2);
#endif
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
#ifdef KINDS
  assert(count == 1 || count == 2);
#endif
}
