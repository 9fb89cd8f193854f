/* Locks of libraries with specifications that a thread may take again.

   The word of a lock is free or taken. What a thread knows of the locks that it holds makes no events, as for mutexes. */

#include "errors.h"
#include "held.h"
#include "mutex.h"

/* The word as it was when the lock was taken. */
u32 porf_lock_recursively(u32 *word, u32 taken) {
  struct held *held = find_held(word);
  if (held) {
    held->depth++;
    return taken;
  }
  u32 old = __porf_wait_rmw32(word, ~0U, WAIT_NOT_EQUAL, taken, OP_EXCHANGE, taken);
  hold(word, MUTEX_RECURSIVE, NO_PAIR);
  return old;
}

void porf_unlock_recursively(u32 *word, u32 free) {
  struct held *held = find_held(word);
  if (!held)
    __porf_fail(FAIL_UNLOCK_NOT_HELD, "a thread gives back a lock that it does not hold");
  held->depth--;
  if (held->depth > 0)
    return;
  forget(held);
  __atomic_store_n(word, free, __ATOMIC_RELEASE);
}

/* Sequential code in the place of a library has objects of its own, since its types are not those of the library: one for each object
   of the client, all zero at first. Called in atomic blocks only. */

enum { MAX_MODELS = 64 };

static struct {
  const void *object;
  void *model;
} models[MAX_MODELS];

void *porf_model_of(const void *object, u64 size) {
  for (u32 index = 0; index < MAX_MODELS; index++) {
    if (!models[index].object) {
      models[index].object = object;
      models[index].model = memset(__porf_malloc(size, 16), 0, size);
    }
    if (models[index].object == object)
      return models[index].model;
  }
  __porf_fail(FAIL_UNSUPPORTED, "a client of sequential code has more than 64 objects");
}
