//@ about: A thread tries to take a slot by an increment that it takes back. Before each attempt it
//@   may look at a plain variable; it tells another thread when it has the slot and did not look in
//@   the last iteration. That one writes the variable.
//@ why: Under RC11 the look of an iteration that failed is not ordered with the write, which
//@   depends on a relaxed store. The execution needs an attempt that fails and is undone, and a
//@   second iteration.
//@ options: --unroll 2
//@ sc,tso,pso,ra: verified
//@ rc11: error data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken = 1, must_look = 1, told;
static int plain;

static void *waiter(void *unused) {
  int looked;
  for (;;) {
    looked = atomic_load_explicit(&must_look, memory_order_relaxed);
    if (looked) (void)*(volatile int *)&plain;
    if (atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed) == 0) break;
    atomic_fetch_sub_explicit(&taken, 1, memory_order_relaxed);
  }
  if (!looked) atomic_store_explicit(&told, 1, memory_order_relaxed);
  return unused;
}

static void *writer(void *unused) {
  if (atomic_load_explicit(&told, memory_order_relaxed)) plain = 5;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, writer, NULL);
  atomic_store_explicit(&must_look, 0, memory_order_relaxed);
  atomic_fetch_sub_explicit(&taken, 1, memory_order_relaxed);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
