//@ about: A thread adds to x and assumes that another one has added before. With SEEN that one would observe if it had
//@   not. With NOTHING a thread adds 0 and waits until it reads what another one stores.
//@ why: An add that reads the wrong value has happened all the same, and then the thread is blocked: 1 execution and 1
//@   blocked, awaits or not. SEEN: the other one finds it there, which is an error even though the execution goes no
//@   further. NOTHING: to add 0 changes nothing, so the thread waits until there is what it wants to read: 1, or without
//@   awaits also 1 blocked.
//@ all: verified executions=1 blocked=1
//@ all [--no-awaits]: verified executions=1 blocked=1
//@ all [-DSEEN]: error assertion
//@ all [-DSEEN --no-awaits]: error assertion
//@ all [-DNOTHING]: verified executions=1 blocked=0
//@ all [-DNOTHING --no-awaits]: verified executions=1 blocked=1
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *unused) {
  (void)unused;
#if defined(NOTHING)
  atomic_store_explicit(&x, 1, memory_order_relaxed);
#elif defined(SEEN)
  assert(atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) == 0);
#else
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
#endif
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
#ifdef NOTHING
  while (atomic_fetch_add_explicit(&x, 0, memory_order_relaxed) != 1) {
  }
#else
  porf_assume(atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) == 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
