//@ about: Loops that take back an increment, where it would be wrong to leave that out, since another thread observes. READ
//@   is ZNE-OBS of Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for spinloops (FMCAD 2021):
//@   another thread reads x twice. WRITTEN: it stores to x, and finds its value decremented. EXCHANGED: the same with
//@   an rmw. COUNTED: another thread uses the result of its own increment of x. NEEDED: two threads get in only if
//@   they find exactly one other that tries.
//@ why: READ: x is incremented, then it is not any more. WRITTEN, EXCHANGED: the increment comes before, the
//@   decrement after the new value, and 9 is read. COUNTED: the increment is there at the first, and not at the
//@   second one: both read the same. NEEDED: one thread's attempt in vain lets the other one in, whose increment
//@   stays and lets the first one in when it tries again. All of that is interleaving, so in every model.
//@ options: --unroll 2
//@ all [-DREAD]: error assertion
//@ all [-DWRITTEN]: error assertion
//@ all [-DEXCHANGED]: error assertion
//@ all [-DCOUNTED]: error assertion
//@ all [-DNEEDED]: error assertion
//@ all [-DNEEDED --no-liveness]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

// Gets in when x is as given.
static void get_in(int wanted) {
  while (1) {
    int a = atomic_fetch_add(&x, 1);
    if (a == wanted) break;
    atomic_fetch_add(&x, -1);
  }
}

#ifdef NEEDED

static atomic_int inside;

static void *first(void *unused) {
  (void)unused;
  get_in(1);
  assert(atomic_fetch_add(&inside, 1) == 0);
  return NULL;
}

#define second first

#else

static void *first(void *unused) {
  (void)unused;
  get_in(42);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
#if defined READ
  int b = atomic_load(&x), c = 1;
  if (b != 0) c = atomic_load(&x);
  assert(c != 0);
#elif defined WRITTEN
  atomic_store(&x, 10);
  assert(atomic_load(&x) != 9);
#elif defined EXCHANGED
  atomic_exchange(&x, 10);
  assert(atomic_load(&x) != 9);
#elif defined COUNTED
  int b = atomic_fetch_add(&x, 1);
  int c = atomic_fetch_add(&x, 1);
  assert(b != c);
#endif
  return NULL;
}

#endif

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
