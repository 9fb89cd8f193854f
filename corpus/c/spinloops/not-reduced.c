//@ about: Loops that wait and do something besides, which must not be left out: what goes wrong needs one or two
//@   rounds in vain. SHARED: they are counted in memory. LOCAL: in a variable. HEAP: in memory that only the thread
//@   has. ALTERNATING: the loop waits for one flag and the other in turn. PREVIOUS: a round remembers what the one
//@   before has read. STORES: each round stores a new value, which another thread sees. CALLS: a function that is
//@   called through a pointer counts.
//@ why: The flag may be read too early as often as one likes; loops are followed for 3 rounds. ALTERNATING: the other
//@   flag is set first. PREVIOUS: the loop ends after two rounds that read the same. All of that is interleaving, so
//@   in every model. HARMLESS allows for what happens: the flag is read too early 0 to 3 times, or once more, which
//@   cuts it: 4 executions, 1 blocked.
//@ options: --unroll 3
//@ all [-DSHARED]: error assertion
//@ all [-DLOCAL]: error assertion
//@ all [-DHEAP]: error assertion
//@ all [-DALTERNATING]: error assertion
//@ all [-DPREVIOUS]: error assertion
//@ all [-DSTORES]: error assertion
//@ all [-DCALLS]: error assertion
//@ all [-DSHARED -DHARMLESS]: bounded executions=4 blocked=1
//@ all [-DLOCAL -DHARMLESS]: bounded executions=4 blocked=1
//@ all [-DHEAP -DHARMLESS]: bounded executions=4 blocked=1
//@ all [-DCALLS -DHARMLESS]: bounded executions=4 blocked=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef HARMLESS
#define MOST 3
#else
#define MOST 1
#endif

static atomic_int flag, other;

static bool is_set(atomic_int *it) {
  return atomic_load_explicit(it, memory_order_acquire) != 0;
}

#if defined SHARED

static atomic_int tries;

static void wait(void) {
  while (!is_set(&flag)) {
    atomic_fetch_add(&tries, 1);
  }
  assert(atomic_load(&tries) <= MOST);
}

#elif defined LOCAL

static void wait(void) {
  int tries = 0;
  while (!is_set(&flag)) {
    tries++;
  }
  assert(tries <= MOST);
}

#elif defined HEAP

static void wait(void) {
  int *tries = calloc(1, sizeof *tries);
  while (!is_set(&flag)) {
    ++*tries;
  }
  assert(*tries <= MOST);
  free(tries);
}

#elif defined ALTERNATING

static void wait(void) {
  atomic_int *watched = &flag;
  while (!is_set(watched)) {
    watched = watched == &flag ? &other : &flag;
  }
  assert(watched == &flag);
}

#elif defined PREVIOUS

static void wait(void) {
  int previous = -1, now;
  while ((now = atomic_load(&flag)) != previous) {
    previous = now;
  }
  assert(now != 0);
}

#elif defined STORES

static void wait(void) {
  int round = 0;
  while (!is_set(&flag)) {
    atomic_store(&other, ++round);
  }
}

#elif defined CALLS

static int tries;

static void count(void) {
  tries++;
}

static void (*volatile what)(void) = count;

static void wait(void) {
  while (!is_set(&flag)) {
    what();
  }
  assert(tries <= MOST);
}

#endif

static void *waiter(void *unused) {
  (void)unused;
  wait();
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
#if defined STORES
  assert(atomic_load(&other) != 2);
#elif defined ALTERNATING
  atomic_store(&other, 1);
#endif
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
