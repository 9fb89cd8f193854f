//@ about: Threads of two kinds are created in turns, and joined in the same order, or with BACKWARDS in another one.
//@ why: All additions to one number come one after the other, in any of (2N)! orders. Up to symmetry only the kinds matter, not which
//@   thread of a kind it is: (2N)! / (N! N!). N=2: 24 and 6, N=3: 720 and 20. UNJOINED: nobody waits for the threads. PARTLY: main looks
//@   at the number when it has joined one thread of each kind, so that the threads of a kind are distinguished. N=2: the threads that are
//@   joined come at places i < j of the 4, in 4 of the 24 orders for each pair. main reads the number with the first j additions or
//@   more, which is 4 - j + 1 ways; there is 1 pair with j=2, 2 pairs with j=3, 3 pairs with j=4: 4 (3 + 2 * 2 + 3 * 1) = 40.
//@ all: verified executions=24 blocked=0
//@ all [--symmetry]: verified executions=6 blocked=0
//@ all [-DBACKWARDS]: verified executions=24 blocked=0
//@ all [-DBACKWARDS --symmetry]: verified executions=6 blocked=0
//@ all [-DUNJOINED]: verified executions=24 blocked=0
//@ all [-DUNJOINED --symmetry]: verified executions=6 blocked=0
//@ all [-DPARTLY]: verified executions=40 blocked=0
//@ all [-DPARTLY --symmetry]: verified executions=40 blocked=0
//@ all [-DN=3]: verified executions=720 blocked=0
//@ all [-DN=3 --symmetry]: verified executions=20 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int number;

static void *add_one(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&number, 1, memory_order_relaxed);
  return NULL;
}

static void *add_ten(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&number, 10, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[2 * N];
  for (int i = 0; i < 2 * N; i++) {
    pthread_create(&threads[i], NULL, i % 2 ? add_ten : add_one, NULL);
  }
#ifndef UNJOINED
  for (int i = 0; i < 2 * N; i++) {
#ifdef BACKWARDS
    pthread_join(threads[2 * N - 1 - i], NULL);
#else
    pthread_join(threads[i], NULL);
#endif
#ifdef PARTLY
    if (i == 1) {
      assert(atomic_load_explicit(&number, memory_order_relaxed) >= 11);
    }
#endif
  }
  assert(number == 11 * N);
#endif
  return 0;
}
