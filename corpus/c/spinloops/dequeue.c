//@ about: The dequeue of Fig. 3 in Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for spinloops
//@   (FMCAD 2021), after Michael and Scott (PODC 1996): two threads dequeue from a queue of one element whose tail
//@   lags behind. Three paths lead back to the beginning of the loop: the head has changed; the tail was helped on,
//@   or had been by the other thread; the head could not be advanced. With BROKEN it is advanced by a store.
//@ why: One thread, P, advances the tail, the other one is Q. P begins again; it advances the head, and Q finds the
//@   queue empty; or Q has read the new tail and advances the head, and P finds the queue empty: 2 executions, 4 with
//@   the threads exchanged. Blocked: Q has advanced the head, and P read the old one, once or twice: 2. P has, and Q
//@   read the old head, once or twice, and before that the old or the new tail: 4. Altogether 12. Without looking
//@   while the program runs, Q may have failed to advance the tail: Q then finds the queue empty or advances the
//@   head, 2 executions more for each P, or reads the old head once or twice: 8 and 2 * (2 * 2 + 3 + 2) = 18. Without
//@   any reduction Q, when P advances the head, may find the queue empty at once (1), read the old tail and the new
//@   head (1), the new tail and the old head, once or twice (2), or fail with the tail and then lose in one of 3
//@   ways; and when Q does, having failed with the tail or not (2), P may lose in 3 ways: 7 + 6 for each P, 26.
//@   BROKEN: both read the head, then both advance it and have the same element.
//@ all: verified executions=4 blocked=12
//@ all [--no-dynamic-spin-assume --no-redundant-iterations --no-awaits --no-loop-purity]: verified executions=8 blocked=18
//@ all [--no-spinloops]: verified executions=26 blocked=0
//@ all [--no-spinloops --unroll 2]: verified executions=26 blocked=0
//@ all [-DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define NONE 0
#define DUMMY 1
#define ELEMENT 2

static atomic_int head = DUMMY, tail = DUMMY;
static atomic_int next[3] = {[DUMMY] = ELEMENT};

static int dequeue(void) {
  while (1) {
    int h = atomic_load(&head);
    int t = atomic_load(&tail);
    int n = atomic_load(&next[h]);
    if (h != atomic_load(&head)) continue;
    if (h == t) {
      if (n == NONE) return NONE;
      atomic_compare_exchange_strong(&tail, &t, n);
    } else {
#ifdef BROKEN
      atomic_store(&head, n);
      return n;
#else
      if (atomic_compare_exchange_strong(&head, &h, n)) return n;
#endif
    }
  }
}

static int results[2];

static void *dequeuer(void *result) {
  *(int *)result = dequeue();
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, dequeuer, &results[0]);
  pthread_create(&two, NULL, dequeuer, &results[1]);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(results[0] + results[1] == ELEMENT);
  return 0;
}
