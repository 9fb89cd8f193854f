//@ about: Figure 4 of Jonsson, Lång, Sagonas, Awaiting for Godot (FMCAD 2022): x becomes 1 and then 0 again, and
//@   another thread waits until it is 0. With TWICE it waits once more.
//@ why: What it waits for is there at the beginning and at the end: it reads the one 0 or the other, 2 executions, and
//@   never waits for ever. TWICE: the same one twice, or first the one and then the other: 3. Without awaits it may
//@   read the 1: 1 blocked; TWICE: at once, or when it has read the first 0: 2. Coherence is all that matters here.
//@ all: verified executions=2 blocked=0
//@ all [-DTWICE]: verified executions=3 blocked=0
//@ all [--no-awaits]: verified executions=2 blocked=1
//@ all [-DTWICE --no-awaits]: verified executions=3 blocked=2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *p(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 0, memory_order_relaxed);
  return NULL;
}

static void wait_for_zero(void) {
  while (atomic_load_explicit(&x, memory_order_relaxed) != 0) {
  }
}

static void *q(void *unused) {
  (void)unused;
  wait_for_zero();
#ifdef TWICE
  wait_for_zero();
#endif
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
