//@ about: Publication and deferred reclamation in the manner of read-copy-update (P. E. McKenney and J. D.
//@   Slingwine, PDCS 1998; M. Desnoyers and others, User-Level Implementations of Read-Copy Update, IEEE TPDS
//@   2012): a reader announces itself, then follows the pointer; the updater replaces the object and frees the old
//@   one only if it sees no reader. With BROKEN the reader has no fence between announcement and pointer.
//@ why: Store buffering with full fences: if the reader gets the old object, the updater sees the announcement, or
//@   acquires its end. Without the fence the reader's load overtakes its announcement, the updater sees nobody and
//@   frees an object in use. An exchange is a full fence under TSO, but only for its own thread. RA has no fences;
//@   nothing is claimed there.
//@ sc,tso,pso,rc11: verified
//@ sc [-DBROKEN]: verified
//@ tso,pso,rc11 [-DBROKEN]: error use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  int a, b;
};

static _Atomic(struct object *) current;
static atomic_int readers;

static struct object *new_object(int value) {
  struct object *object = malloc(sizeof *object);
  object->a = value;
  object->b = value;
  return object;
}

static void *reader(void *unused) {
  (void)unused;
  atomic_store_explicit(&readers, 1, memory_order_relaxed);
#ifndef BROKEN
  atomic_thread_fence(memory_order_seq_cst);
#endif
  struct object *object = atomic_load_explicit(&current, memory_order_acquire);
  assert(object->a == object->b);
  atomic_store_explicit(&readers, 0, memory_order_release);
  return NULL;
}

/* Gives back the old object if a reader may still be there. */
static void *updater(void *unused) {
  (void)unused;
  struct object *old = atomic_exchange_explicit(&current, new_object(2), memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&readers, memory_order_acquire) != 0) return old;
  free(old);
  return NULL;
}

int main(void) {
  pthread_t reading, updating;
  void *old;
  atomic_init(&current, new_object(1));
  pthread_create(&reading, NULL, reader, NULL);
  pthread_create(&updating, NULL, updater, NULL);
  pthread_join(reading, NULL);
  pthread_join(updating, &old);
  free(old);
  free(atomic_load_explicit(&current, memory_order_relaxed));
}
