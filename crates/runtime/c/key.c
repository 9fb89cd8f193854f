/* Thread-specific data. The values are thread-local and make no events; keys and destructors are shared. Keys are never
   used again. */

#include "errors.h"
#include "intrinsics.h"
#include "key.h"

enum { MAX_KEYS = 32, DESTRUCTOR_ITERATIONS = 4 };

typedef void (*key_destructor)(void *);

static u32 key_count;
static key_destructor destructors[MAX_KEYS];
static _Thread_local const void *key_values[MAX_KEYS];
static _Thread_local u32 keys_in_use; /* a bound for the keys with a value in this thread */

int pthread_key_create(u32 *key, key_destructor destructor) {
  u32 fresh = __atomic_fetch_add(&key_count, 1, __ATOMIC_RELAXED);
  if (fresh >= MAX_KEYS)
    __porf_fail(FAIL_UNSUPPORTED, "the program makes more than 32 keys for thread-specific data");
  __atomic_store_n(&destructors[fresh], destructor, __ATOMIC_RELEASE);
  *key = fresh;
  return 0;
}

int pthread_key_delete(u32 key) {
  if (key >= MAX_KEYS)
    return EINVAL;
  __atomic_store_n(&destructors[key], (key_destructor)NULL, __ATOMIC_RELEASE);
  return 0;
}

void *pthread_getspecific(u32 key) { return key < MAX_KEYS ? (void *)key_values[key] : NULL; }

int pthread_setspecific(u32 key, const void *value) {
  if (key >= MAX_KEYS)
    return EINVAL;
  key_values[key] = value;
  if (keys_in_use <= key)
    keys_in_use = key + 1;
  return 0;
}

static void run_key_destructors(void) {
  int found = 1;
  for (int iteration = 0; found && iteration < DESTRUCTOR_ITERATIONS; iteration++) {
    found = 0;
    for (u32 key = 0; key < keys_in_use; key++) {
      void *value = (void *)key_values[key];
      if (!value)
        continue;
      key_values[key] = NULL;
      key_destructor destructor = __atomic_load_n(&destructors[key], __ATOMIC_ACQUIRE);
      if (destructor) {
        found = 1;
        destructor(value);
      }
    }
  }
}
