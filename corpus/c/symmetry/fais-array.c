//@ about: N threads take a number each and write to the place in an array that has that number: FAIS+ARRAY in §1 of
//@   Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024. With
//@   BROKEN all write to the first place.
//@ why: The writes are to different places, so it is the order of the additions that counts: N!, and 1 class. That threads
//@   go on differently when their additions have told them apart does not matter. BROKEN: writes that nothing orders.
//@ all: verified executions=2 blocked=0
//@ all [-DN=3]: verified executions=6 blocked=0
//@ all [-DN=5]: verified executions=120 blocked=0
//@ all [--symmetry]: verified executions=1 blocked=0
//@ all [-DN=3 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=5 --symmetry]: verified executions=1 blocked=0
//@ all [-DN=8 --symmetry]: verified executions=1 blocked=0
//@ all [-DBROKEN]: error data-race
//@ all [-DBROKEN --symmetry]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#ifdef BROKEN
#define PLACE(number) 0
#else
#define PLACE(number) (number)
#endif

static atomic_int x;
static int places[N];

static void *take_place(void *unused) {
  (void)unused;
  int number = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  places[PLACE(number)] = number;
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, take_place, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < N; i++) assert(places[i] == i);
  return 0;
}
