//@ about: Several errors of several threads, some of which come after others: a use after free, invalid joins, frees of what is freed already, an
//@   uninitialised read, a data race, assertions.
//@ why: Which of them is met first depends on the schedule. That the same ones are found by all who look for all of them is
//@   checked for every program that has an error: those without another error before them. What is freed is used and freed again by threads that do not
//@   wait for each other; c is joined by two threads; nothing is written to the new number before it is added to.
//@ all [-DUSE]: error use-after-free
//@ all [-DFREE]: error double-free
//@ all [-DJOIN]: error invalid-join
//@ all [-DADD]: error uninitialised-read
//@ all [-DUSE -DJOIN -DASSERT]: error any
//@ all [-DFREE -DADD -DRACE -DASSERT]: error any
//@ all: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_t c;
static int *number;
static _Atomic(atomic_int *) fresh;
static atomic_int x;
#ifdef RACE
static int plain;
#endif

static void *nothing(void *unused) { return unused; }

static void *first(void *unused) {
#ifdef ADD
  atomic_int *counter = malloc(sizeof *counter);
  atomic_store(&fresh, counter);
  atomic_fetch_add(counter, 1);
#endif
#ifdef USE
  (void)*(volatile int *)number;
#endif
#ifdef FREE
  free(number);
#endif
#ifdef RACE
  plain = 1;
#endif
#ifdef ASSERT
  assert(atomic_load(&x) == 0);
#endif
  return unused;
}

static void *second(void *unused) {
  free(number);
  atomic_store(&x, 1);
#ifdef ADD
  atomic_int *counter = atomic_load(&fresh);
  if (counter) atomic_store(counter, 1);
#endif
#ifdef RACE
  plain = 2;
#endif
#ifdef JOIN
  pthread_join(c, NULL);
#endif
  return unused;
}

static void *third(void *unused) {
  pthread_join(c, NULL);
#ifdef ASSERT
  assert(atomic_load(&x) == 0);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[3];
  number = malloc(sizeof *number);
  *number = 1;
  pthread_create(&c, NULL, nothing, NULL);
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  pthread_create(&threads[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
