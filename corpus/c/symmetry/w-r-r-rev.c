//@ about: One thread writes x, two read it; the writer then reads what a fourth one writes: W+R+R-REV, Example 4 of
//@   Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024. If the
//@   readers are explored in the wrong order, the write of y cannot revisit its reader any more.
//@ why: Each of the three reads sees the one write to its location or not, and all combinations are possible, since three of the
//@   threads do one thing only: 8. Which of the two readers it is that sees x does not matter: 3 * 2 classes.
//@ all: verified executions=8 blocked=0
//@ all [--symmetry]: verified executions=6 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *write_x(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  (void)atomic_load_explicit(&y, memory_order_relaxed);
  return NULL;
}

static void *read_x(void *unused) {
  (void)unused;
  (void)atomic_load_explicit(&x, memory_order_relaxed);
  return NULL;
}

static void *write_y(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t writer, first, second, last;
  pthread_create(&writer, NULL, write_x, NULL);
  pthread_create(&first, NULL, read_x, NULL);
  pthread_create(&second, NULL, read_x, NULL);
  pthread_create(&last, NULL, write_y, NULL);
  pthread_join(writer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(last, NULL);
  return 0;
}
