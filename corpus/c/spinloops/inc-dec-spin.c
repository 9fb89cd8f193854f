//@ about: INC-DEC-SPIN of Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for spinloops (FMCAD
//@   2021): a lock on a counter. A thread that finds it taken takes its increment back and tries again. With BROKEN
//@   the unlock does not release.
//@ why: x counts those who hold the lock or try, so who reads 0 is alone. What is taken back cancels out: all that
//@   matters is the order in which the threads get in, N! executions. An attempt in vain waits with its increment
//@   there, so all attempts after it are in vain, too; the last holder may unlock behind any of them. If k threads
//@   get in, that is N - k places, and N! orders of all: N! (1 + … + (N - 1)) blocked. With two threads and without
//@   that, with three tries each: the second one gets in at once, or after one or two attempts in vain of which the
//@   last is taken back before or after the unlock; or a third one is in vain, which is cut: 2 * (1 + 2 + 2)
//@   executions, 2 blocked. BROKEN: under RC11 nothing synchronises, so the increments of the counter race; elsewhere
//@   an rmw is strong whatever its ordering says.
//@ all: verified executions=2 blocked=2
//@ all [-DN=3]: verified executions=6 blocked=18
//@ all [-DN=4]: verified executions=24 blocked=144
//@ all [--no-zne --unroll 2]: bounded executions=10 blocked=2
//@ all [--no-spinloops --unroll 2]: bounded executions=10 blocked=2
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN]: verified executions=2 blocked=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

#ifndef N
#define N 2
#endif

static atomic_int x;
static int counter;  // the lock is there for this

static void *worker(void *unused) {
  (void)unused;
  while (1) {
    int a = atomic_fetch_add_explicit(&x, 1, memory_order_acquire);
    if (a == 0) break;
    atomic_fetch_add_explicit(&x, -1, memory_order_relaxed);
  }
  counter++;
  atomic_fetch_add_explicit(&x, -1, UNLOCK);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(counter == N);
  return 0;
}
