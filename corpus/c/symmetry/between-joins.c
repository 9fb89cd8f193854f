//@ about: Two Threads are symmetric, and the first to come writes that down; main reads it when the thread that it has created first has
//@   ended, or, with AFTER, when both have.
//@ why: If the elder thread comes first, main reads after it has ended. If the younger one does, main may read while that writes:
//@   a data race, which would be lost if either of them stood for both. AFTER: which of them comes first makes no difference.
//@ all: error data-race
//@ all [--symmetry]: error data-race
//@ all [-DAFTER]: verified executions=2 blocked=0
//@ all [-DAFTER --symmetry]: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int arrived;
static int somebody;

static void *arrive(void *unused) {
  (void)unused;
  if (atomic_fetch_add_explicit(&arrived, 1, memory_order_relaxed) == 0) {
    somebody = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t elder, younger;
  pthread_create(&elder, NULL, arrive, NULL);
  pthread_create(&younger, NULL, arrive, NULL);
  pthread_join(elder, NULL);
#ifdef AFTER
  pthread_join(younger, NULL);
  assert(somebody == 1);
#else
  int seen = somebody;
  pthread_join(younger, NULL);
  assert(seen == somebody || seen == 0);
#endif
  return 0;
}
