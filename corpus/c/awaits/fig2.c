//@ about: Figure 2 of Jonsson, Lång, Sagonas, Awaiting for Godot (FMCAD 2022): a thread waits until another one has
//@   set x, in a loop (2a) or, with ASSUME, by one look and an assumption that it has seen it (2b).
//@ why: An await (2c), which both become, reads nothing but the 1 that it waits for: 1 execution, and as somebody
//@   always writes that, nobody waits for ever. Without awaits the look may be too early: 1 blocked. Without any
//@   reduction a look too early is followed by another one, up to three times, as the loop is cut then: 0, 1, 2 or 3
//@   early looks, or 4 and cut: 4, and 1 blocked. BROKEN: x does not say that y is there; under PSO it overtakes it.
//@ all: verified executions=1 blocked=0
//@ all [-DASSUME]: verified executions=1 blocked=0
//@ all [--no-awaits]: verified executions=1 blocked=1
//@ all [-DASSUME --no-awaits]: verified executions=1 blocked=1
//@ all [--no-spinloops --no-awaits --unroll 3]: bounded executions=4 blocked=1
//@ pso,rc11 [-DBROKEN]: error assertion
//@ sc,tso,ra [-DBROKEN]: verified executions=1 blocked=0
//@ pso,rc11 [-DASSUME -DBROKEN]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static atomic_int x, y;

static void *p(void *unused) {
  (void)unused;
  int a;
#ifdef ASSUME
  a = atomic_load_explicit(&x, memory_order_acquire);
  porf_assume(a == 1);
#else
  do {
    a = atomic_load_explicit(&x, memory_order_acquire);
  } while (a != 1);
#endif
  assert(atomic_load_explicit(&y, memory_order_relaxed) == 1);
  return NULL;
}

static void *q(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 1, RELEASE);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, p, NULL);
  pthread_create(&second, NULL, q, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
