//@ about: A compare-exchange that another thread may do first, although the operation that it belongs to wants to know whether it
//@   did it itself: not a step that can be left to it. HELPER-CF, Example 7 of Kokologiannakis, Marmanis and Vafeiadis, SPORE:
//@   Combining Symmetry and Partial Order Reduction, PLDI 2024. With STORED the step itself says whether it succeeded.
//@ why: The helper reads the announcement and is first: then the owner's compare-exchange fails. An interleaving, so every model
//@   has it. If the helper did nothing, nobody would find out; so that is wrong: there is no operation that does the same
//@   as the helper and nothing else, or, with STORED, it writes twice.
//@ all: error annotation
//@ all [-DSTORED]: error annotation
//@ all [--symmetry]: error annotation
//@ all [--no-helping]: error assertion
//@ all [-DSTORED --no-helping]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool announced, succeeded;
static atomic_int slot;

static bool finish(atomic_bool *result) {
  int expected = 0;
  bool done = atomic_compare_exchange_strong_explicit(&slot, &expected, 1, memory_order_acq_rel, memory_order_relaxed);
#ifdef STORED
  atomic_store_explicit(result, done, memory_order_relaxed);
#else
  (void)result;
#endif
  return done;
}

static void *own(void *unused) {
  (void)unused;
  atomic_store_explicit(&announced, true, memory_order_release);
#ifdef STORED
  porf_main(finish, &succeeded);
  assert(atomic_load_explicit(&succeeded, memory_order_relaxed));
#else
  bool done = finish(&succeeded);
  assert(done);
#endif
  return NULL;
}

static void *help(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&announced, memory_order_acquire)) porf_help(finish, &succeeded);
  return NULL;
}

int main(void) {
  pthread_t owner, helper;
  pthread_create(&owner, NULL, own, NULL);
  pthread_create(&helper, NULL, help, NULL);
  pthread_join(owner, NULL);
  pthread_join(helper, NULL);
  return 0;
}
