//@ about: Two threads write x and y in opposite orders, one of them also adds to x; main polls both until they do not have certain
//@   values any more. Which of the unordered writes are the last ones decides whether main ever leaves.
//@ why: The value 1 of x is overwritten by the addition of the same thread, so it is never the last one: main leaves. x is 12 in
//@   the end if the addition comes last and reads 2; y is then 1 or 2, and 1 is possible (b before a's second store): with
//@   LAST, main never leaves. With CROSSED, x = 11 means that x = 2 is coherence-before x = 1, and y = 2 that y = 1 is before
//@   y = 2. Then x = 2, x = 1, y = 1, y = 2, x = 2 is a cycle of po and co: impossible under SC and RC11, since all accesses are
//@   seq_cst, and under TSO and PSO, where a fence follows each of these stores; but allowed by RA.
//@ all: verified
//@ all rf: verified
//@ all [-DLAST]: error livelock
//@ all rf [-DLAST]: error livelock
//@ sc,tso,pso,rc11 [-DCROSSED]: verified
//@ sc,tso,pso,rc11 rf [-DCROSSED]: verified
//@ ra [-DCROSSED]: error livelock
//@ ra rf [-DCROSSED]: error livelock

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(LAST)
#define STAYS (seen_x == 12 && seen_y == 1)
#elif defined(CROSSED)
#define STAYS (seen_x == 11 && seen_y == 2)
#else
#define STAYS (seen_x == 1)
#endif

static atomic_int x, y;

static void *a(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  atomic_fetch_add(&x, 10);
  return NULL;
}

static void *b(void *unused) {
  atomic_store(&y, 2);
  atomic_store(&x, 2);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, a, NULL);
  pthread_create(&threads[1], NULL, b, NULL);
  int seen_x, seen_y;
  do {
    seen_x = atomic_load(&x);
    seen_y = atomic_load(&y);
  } while (STAYS);
  return 0;
}
