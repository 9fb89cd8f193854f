//@ about: A loop that waits contains another one. The writer makes y 1 and then x 1. The reader waits until x is 1; whenever
//@   it has seen 0 there, it waits while y is 1. PEEKED: while y has the value that it had just before. AGAIN: the same, but
//@   the reader looks at x once more in between. FUNCTION: both waits are calls of one function, which leaves the inner one
//@   at the same place as the outer one. LETS_GO: the writer makes y 0 again in the end. ONLY_OUTER: y stays 0.
//@   BOTH: the reader waits while y is 0; one thread makes y 0 and then x 1, and another one makes y 1.
//@ why: The reader may see x before it is 1, and then y when it is 1 already. From then on it never looks at x. PEEKED,
//@   AGAIN: if y was 1 when the reader has seen it first, it stays. LETS_GO: the inner wait ends, and so does the outer one then. ONLY_OUTER: there is only one wait. BOTH:
//@   y may be 1 or 0 in the end; if it is 0 and the reader is in the inner loop, it stays there.
//@ all: error livelock
//@ all [--no-loop-purity]: error livelock
//@ all [--no-awaits]: error livelock
//@ all [-DPEEKED]: error livelock
//@ all [-DPEEKED -DAGAIN]: error livelock
//@ all [-DFUNCTION]: error livelock
//@ all [-DBOTH]: error livelock
//@ all [-DBOTH --no-loop-purity]: error livelock
//@ all [-DLETS_GO]: verified
//@ all [-DLETS_GO -DFUNCTION]: verified
//@ all [-DONLY_OUTER]: verified executions=1
#include <pthread.h>
#include <stdatomic.h>

#ifdef BOTH
#define INNER 0
#else
#define INNER 1
#endif

static atomic_int x, y;

static void *writer(void *unused) {
#ifdef BOTH
  atomic_store(&y, 0);
#elif !defined(ONLY_OUTER)
  atomic_store(&y, 1);
#endif
  atomic_store(&x, 1);
#ifdef LETS_GO
  atomic_store(&y, 0);
#endif
  return unused;
}

#ifdef BOTH
static void *other_writer(void *unused) {
  atomic_store(&y, 1);
  return unused;
}
#endif

#ifdef FUNCTION
static void wait_while(atomic_int *place, int value, int deep) {
  while (atomic_load(place) == value) if (deep) wait_while(&y, 1, 0);
}
#endif

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
#ifdef BOTH
  pthread_t other;
  pthread_create(&other, NULL, other_writer, NULL);
#endif
#ifdef FUNCTION
  wait_while(&x, 0, 1);
#else
  while (atomic_load(&x) == 0) {
#ifdef PEEKED
    int seen = atomic_load(&y);
#ifdef AGAIN
    if (atomic_load(&x) != 0) break;
#endif
#else
    int seen = INNER;
#endif
    while (atomic_load(&y) == seen) {
    }
  }
#endif
  pthread_join(t, NULL);
#ifdef BOTH
  pthread_join(other, NULL);
#endif
}
