//@ about: Figure 6 of Jonsson, Lång, Sagonas, Awaiting for Godot (FMCAD 2022): a loop that loads x and y, stores to z
//@   if x is 4, and goes on while x is 4 or more. It waits if x is more than 4, which is known before y is loaded.
//@   Two other threads make x go from 5 to 4 to 3, and y from 0 to 1.
//@ why: Each iteration reads x, and what it reads does not go back; the last one reads 3, those before it 4, since
//@   with 5 it only waits, and with awaits does not even begin. y is 0 in some iterations and then 1 in the others. As
//@   the loop is cut after three iterations, it is one of 1, 2 or 3 of them: 2 + 3 + 4 executions; or three that all
//@   read 4: 4 blocked. Without awaits the first one may also read 5: 1 more. If it goes on to load y all the same, it
//@   reads 0 or 1: 2 more. Nobody else looks at z before the thread has ended. So of iterations that read 4, only the last one
//@   matters: the thread reads 3 at once, 2, or before that 4 once, 3.
//@ options: --unroll 2
//@ all: verified executions=5
//@ all [--no-redundant-iterations]: bounded executions=9 blocked=4
//@ all [--no-redundant-iterations --no-awaits]: bounded executions=9 blocked=5
//@ all [--no-redundant-iterations --no-awaits --no-loop-purity]: bounded executions=9 blocked=6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 5, y, z;

static void *p(void *unused) {
  (void)unused;
  int a, b;
  do {
    a = atomic_load_explicit(&x, memory_order_relaxed);
    b = atomic_load_explicit(&y, memory_order_relaxed);
    if (a == 4) atomic_store_explicit(&z, a + b, memory_order_relaxed);
  } while (a >= 4);
  return NULL;
}

static void *set_x(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 4, memory_order_relaxed);
  atomic_store_explicit(&x, 3, memory_order_relaxed);
  return NULL;
}

static void *set_y(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, p, NULL);
  pthread_create(&second, NULL, set_x, NULL);
  pthread_create(&third, NULL, set_y, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  int last = atomic_load_explicit(&z, memory_order_relaxed);
  assert(last == 0 || last == 4 || last == 5);
  return 0;
}
