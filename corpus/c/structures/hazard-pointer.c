//@ about: Hazard pointers (M. M. Michael, Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects, IEEE TPDS
//@   2004): a reader writes down which object it is about to use and then looks again whether the object is still
//@   the current one; who removes an object frees it only if no hazard pointer names it. With BROKEN the reader's
//@   fence between the two is missing.
//@   RELOAD: a reader in vain loads the pointer again.
//@ why: Store buffering with full fences: either the reader sees that the object was replaced, or the remover sees
//@   the hazard pointer. Without the fence both can miss it. Two tries suffice for the reader, since there is one
//@   replacement. The exchange is a full fence under TSO, but not for the reader. RA has no fences; nothing is
//@   claimed there.
//@ sc,tso,pso,rc11: verified
//@ sc [-DBROKEN]: verified
//@ tso,pso,rc11 [-DBROKEN]: error use-after-free
//@ sc,tso,pso,rc11 [-DRELOAD]: verified
//@ sc [-DRELOAD -DBROKEN]: verified
//@ tso,pso,rc11 [-DRELOAD -DBROKEN]: error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current;
static _Atomic(int *) hazard;

static int *new_object(int value) {
  int *object = malloc(sizeof *object);
  *object = value;
  return object;
}

static void *reader(void *unused) {
  (void)unused;
#ifdef RELOAD
  int *object;
  do {
    object = atomic_load_explicit(&current, memory_order_relaxed);
    atomic_store_explicit(&hazard, object, memory_order_relaxed);
#ifndef BROKEN
    atomic_thread_fence(memory_order_seq_cst);
#endif
  } while (atomic_load_explicit(&current, memory_order_acquire) != object);
#else
  int *object = atomic_load_explicit(&current, memory_order_relaxed);
  for (;;) {
    atomic_store_explicit(&hazard, object, memory_order_relaxed);
#ifndef BROKEN
    atomic_thread_fence(memory_order_seq_cst);
#endif
    int *again = atomic_load_explicit(&current, memory_order_acquire);
    if (again == object) break;
    object = again;
  }
#endif
  assert(*object == 1 || *object == 2);
  atomic_store_explicit(&hazard, NULL, memory_order_release);
  return NULL;
}

/* Gives back the old object if it is still in use. */
static void *remover(void *unused) {
  (void)unused;
  int *old = atomic_exchange_explicit(&current, new_object(2), memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&hazard, memory_order_acquire) == old) return old;
  free(old);
  return NULL;
}

int main(void) {
  pthread_t reading, removing;
  void *old;
  atomic_init(&current, new_object(1));
  pthread_create(&reading, NULL, reader, NULL);
  pthread_create(&removing, NULL, remover, NULL);
  pthread_join(reading, NULL);
  pthread_join(removing, &old);
  free(old);
  free(atomic_load_explicit(&current, memory_order_relaxed));
}
