//@ about: An object with a reference count, as in C++'s shared_ptr and Rust's Arc: taking another reference is
//@   relaxed, giving one up releases, and who gives up the last one acquires before it destroys the object. With
//@   BROKEN giving up is relaxed; with BROKEN_FENCE the acquire fence is missing.
//@ why: One of the two threads sees the count go from 1 to 0 and frees the object, once. The rmws on the count form
//@   the release sequence through which the last owner knows all that the others did. Without the release or
//@   without the acquire the destructor reads a field that the other owner has written, unordered.
//@ all: verified
//@ sc,tso,pso,ra [-DBROKEN]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN_FENCE]: verified
//@ rc11 [-DBROKEN_FENCE]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BROKEN
#define GIVE_UP memory_order_relaxed
#else
#define GIVE_UP memory_order_release
#endif

struct object {
  atomic_uint references;
  int used[2];  // each owner has its own field
};

static struct object *another_reference(struct object *object) {
  atomic_fetch_add_explicit(&object->references, 1, memory_order_relaxed);
  return object;
}

static int give_up(struct object *object) {
  if (atomic_fetch_sub_explicit(&object->references, 1, GIVE_UP) != 1) return 0;
#ifndef BROKEN_FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
  assert(object->used[0] + object->used[1] == 2);
  free(object);
  return 1;
}

static void *second_owner(void *argument) {
  struct object *object = argument;
  object->used[1] = 1;
  return give_up(object) ? argument : NULL;
}

int main(void) {
  struct object *object = malloc(sizeof *object);
  atomic_init(&object->references, 1);
  object->used[0] = 0;
  object->used[1] = 0;
  pthread_t other;
  void *freed_there;
  pthread_create(&other, NULL, second_owner, another_reference(object));
  object->used[0] = 1;
  int freed_here = give_up(object);
  pthread_join(other, &freed_there);
  assert(freed_here == (freed_there == NULL));
}
