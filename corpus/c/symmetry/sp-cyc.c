//@ about: Two threads write x and then y, a third one y and then x. Where the model allows a cycle of program order and coherence
//@   order (see Problem #3 in §2.2.4 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and Partial
//@   Order Reduction, PLDI 2024), symmetry might lose executions and is not used.
//@ why: With no reads, an execution is an order of the three writes of each location. PSO, RA and RC11 allow all, 6 * 6. SC and
//@   TSO do not allow that the third thread's x comes before a thread's x, but its y after that thread's y. If S are the threads
//@   before whose x the third one's is, and T those after whose y, S and T must be disjoint: 2, 1, 1, 2 orders each have
//@   none, the first, the second, both of them; that makes 2 * 6 + 2 * (2 + 1) + 2 * 2 = 22. No execution is its own mirror
//@   image, for that exchanges two writes of x: 11 classes. Under the others, there are cycles: 36, with symmetry, too.
//@ sc,tso: verified executions=22 blocked=0
//@ pso,ra,rc11: verified executions=36 blocked=0
//@ sc,tso [--symmetry]: verified executions=11 blocked=0
//@ pso,ra,rc11 [--symmetry]: verified executions=36 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *write_x_and_y(void *unused) {
  (void)unused;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}

static void *write_y_and_x(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 2, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, write_x_and_y, NULL);
  pthread_create(&second, NULL, write_x_and_y, NULL);
  pthread_create(&third, NULL, write_y_and_x, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  return 0;
}
