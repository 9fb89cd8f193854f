//@ about: Two threads read x, write x and write y, a third one reads y: R+RWW+RWW, Example 5 of Kokologiannakis, Marmanis and
//@   Vafeiadis, SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024. A write of y can revisit its reader
//@   only if the writes of the other thread are kept.
//@ why: At x, both threads read 0, and write in either order; or one reads what the other has written, and writes after it: 4
//@   (that each reads from the other is a cycle of po and rf). At y, two orders of the writes and three values for
//@   the reader: 6. Nothing connects the two: writes of y come last in their threads, so no cycle through them goes back to x.
//@   Hence 24 in all models. No execution is its own mirror image, for that exchanges the writes of y: 12 classes.
//@ all: verified executions=24 blocked=0
//@ all [--symmetry]: verified executions=12 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *read_y(void *unused) {
  (void)unused;
  (void)atomic_load_explicit(&y, memory_order_relaxed);
  return NULL;
}

static void *read_x_and_write(void *unused) {
  (void)unused;
  (void)atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t reader, first, second;
  pthread_create(&reader, NULL, read_y, NULL);
  pthread_create(&first, NULL, read_x_and_write, NULL);
  pthread_create(&second, NULL, read_x_and_write, NULL);
  pthread_join(reader, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
