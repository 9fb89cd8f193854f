//@ about: A compare-exchange that another thread may do first, although the operation that it belongs to wants to know whether it
//@   did it itself: not a step that can be left to it. HELPER-CF, Example 7 of Kokologiannakis, Marmanis and Vafeiadis, SPORE:
//@   Combining Symmetry and Partial Order Reduction, PLDI 2024. With ANOTHER the operation does leave it to others, but with
//@   another argument.
//@ why: The helper reads the announcement and is first: then the owner's compare-exchange fails. An interleaving, so every model
//@   has it. If the helper did nothing, nobody would find out; so it may not be left out: no operation does the same and looks
//@   at nothing that comes of it. ANOTHER: the slot stays as it is if the helper is left out.
//@ all: error annotation
//@ all [-DANOTHER]: error annotation
//@ all [--symmetry]: error annotation
//@ all [--no-helping]: error assertion
//@ all [-DANOTHER --no-helping]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool announced;
static atomic_int slot;
#ifdef ANOTHER
static atomic_int other_slot;
#endif

static bool finish(atomic_int *where) {
  int expected = 0;
  return atomic_compare_exchange_strong_explicit(where, &expected, 1, memory_order_acq_rel, memory_order_relaxed);
}

static void *own(void *unused) {
  (void)unused;
  atomic_store_explicit(&announced, true, memory_order_release);
#ifdef ANOTHER
  porf_main(finish, &other_slot);
  assert(atomic_load_explicit(&slot, memory_order_relaxed) == 0);
#else
  bool done = finish(&slot);
  assert(done);
#endif
  return NULL;
}

static void *help(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&announced, memory_order_acquire)) porf_help(finish, &slot);
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
