//@ about: Two symmetric threads; the first one to come says who it is, by a pointer to
//@   pthread_self that main has taken. INITIALISED: the pointer is there from the beginning.
//@ why: Either of them may be first.
//@ all [--symmetry]: error assertion
//@ all [-DINITIALISED --symmetry]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int order;
static pthread_t first;
#ifdef INITIALISED
static pthread_t (*who)(void) = pthread_self;
#else
static pthread_t (*who)(void);
#endif

static void *run(void *unused) {
  if (atomic_exchange(&order, 1) == 0) first = who();
  return unused;
}

int main(void) {
#ifndef INITIALISED
  who = pthread_self;
#endif
  pthread_t one, two;
  pthread_create(&one, NULL, run, NULL);
  pthread_create(&two, NULL, run, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(pthread_equal(first, one));
  return 0;
}
