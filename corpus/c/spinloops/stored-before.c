//@ about: N threads store to a variable and then add one to it by a compare-exchange in a loop: the value that the failed
//@   compare-exchange has read is used again (default), or the variable is loaded again (RELOAD); WEAK: the
//@   compare-exchange may fail spuriously. BROKEN: the store comes last.
//@ why: The thread with the last store adds one behind it, and additions do not get lost. A failure leaves the thread where
//@   loading the variable would, so all forms have as many executions, which crates/cli/tests/forms.rs checks. BROKEN: the
//@   last store is the last write.
//@ all: verified
//@ all [-DRELOAD]: verified
//@ all [-DWEAK]: verified
//@ all [-DRELOAD -DWEAK]: verified
//@ all [-DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

static atomic_int x;

static void *worker(void *argument) {
  int mine = 100 * (int)(intptr_t)argument;
#ifndef BROKEN
  atomic_store_explicit(&x, mine, memory_order_relaxed);
#endif
#ifdef RELOAD
  int old;
  do {
    old = atomic_load_explicit(&x, memory_order_relaxed);
  } while (!compare_exchange(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed));
#else
  int old = atomic_load_explicit(&x, memory_order_relaxed);
  while (!compare_exchange(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed)) {
  }
#endif
#ifdef BROKEN
  atomic_store_explicit(&x, mine, memory_order_relaxed);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)(i + 1));
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(x % 100 >= 1);
  return 0;
}
