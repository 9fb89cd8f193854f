//@ about: A compare-exchange that another thread may do first, although the operation that it belongs to wants to know whether it
//@   did it itself: not a step that can be left to it. HELPER-CF, Example 7 of Kokologiannakis, Marmanis and Vafeiadis, SPORE:
//@   Combining Symmetry and Partial Order Reduction, PLDI 2024. With STORED the step itself says whether it succeeded.
//@ why: The helper reads the announcement and is first: then the owner's compare-exchange fails. An interleaving, so every model
//@   has it. If the helper did nothing, nobody would find out.
//@ all: error assertion
//@ all [-DSTORED]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool announced;
static atomic_int slot;

static bool finish(bool *succeeded) {
  int expected = 0;
  bool done = atomic_compare_exchange_strong_explicit(&slot, &expected, 1, memory_order_acq_rel, memory_order_relaxed);
  if (succeeded != NULL) *succeeded = done;
  return done;
}

static void *own(void *unused) {
  (void)unused;
  bool done;
  atomic_store_explicit(&announced, true, memory_order_release);
#ifdef STORED
  porf_main(finish, &done);
#else
  done = finish(NULL);
#endif
  assert(done);
  return NULL;
}

static void *help(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&announced, memory_order_acquire)) porf_help(finish, NULL);
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
