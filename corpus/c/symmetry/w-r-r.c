//@ about: One thread writes, two read: W+R+R, Example 1 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining
//@   Symmetry and Partial Order Reduction, PLDI 2024.
//@ why: Each reader sees the write or not: 4. Which of the two it is that sees it does not matter: 3 classes.
//@ all: verified executions=4 blocked=0
//@ all [--symmetry]: verified executions=3 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *write(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}

static void *read(void *unused) {
  (void)unused;
  (void)atomic_load_explicit(&x, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t writer, first, second;
  pthread_create(&writer, NULL, write, NULL);
  pthread_create(&first, NULL, read, NULL);
  pthread_create(&second, NULL, read, NULL);
  pthread_join(writer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
