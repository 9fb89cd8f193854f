//@ about: A helper that has not seen the operation that it helps: HELPER-SYNC, Example 8 of Kokologiannakis, Marmanis and
//@   Vafeiadis, SPORE: Combining Symmetry and Partial Order Reduction, PLDI 2024. The owner writes something, announces that and
//@   then finishes; the helper finishes without having looked. With LOOKS it looks first, relaxed.
//@ why: The helper is first: then the watcher reads that all is finished, but not what the owner has written. An interleaving, so
//@   every model has it. If the helper did nothing, the watcher would read what the owner has released. LOOKS: the helper
//@   finishes only what was announced, so where every access synchronises all is well. Under RC11 the helper has
//@   not synchronised with the owner, and so the watcher, which reads from the helper, has not, either.
//@ all: error annotation
//@ all [--symmetry]: error annotation
//@ sc,tso,pso,ra [-DLOOKS]: verified
//@ rc11 [-DLOOKS]: error annotation
//@ all [--no-helping]: error assertion
//@ sc,tso,pso,ra [-DLOOKS --no-helping]: verified
//@ rc11 [-DLOOKS --no-helping]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int written, announced, finished;

static void finish(atomic_int *state) {
  int expected = 0;
  atomic_compare_exchange_strong_explicit(state, &expected, 1, memory_order_acq_rel, memory_order_relaxed);
}

static void *own(void *unused) {
  (void)unused;
  atomic_store_explicit(&written, 1, memory_order_relaxed);
  atomic_store_explicit(&announced, 1, memory_order_release);
  porf_main(finish, &finished);
  return NULL;
}

static void *help(void *unused) {
  (void)unused;
#ifdef LOOKS
  if (atomic_load_explicit(&announced, memory_order_relaxed) == 0) return NULL;
#endif
  porf_help(finish, &finished);
  return NULL;
}

static void *watch(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&finished, memory_order_acquire) == 0) return NULL;
  assert(atomic_load_explicit(&written, memory_order_relaxed) == 1);
  return NULL;
}

int main(void) {
  pthread_t watcher, owner, helper;
  pthread_create(&watcher, NULL, watch, NULL);
  pthread_create(&owner, NULL, own, NULL);
  pthread_create(&helper, NULL, help, NULL);
  pthread_join(watcher, NULL);
  pthread_join(owner, NULL);
  pthread_join(helper, NULL);
  return 0;
}
