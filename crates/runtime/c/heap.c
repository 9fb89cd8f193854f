/* The heap, but for malloc and free, which are the machine's own. Allocation fails only where the size is too large. */

#include "errors.h"
#include "intrinsics.h"

enum { MALLOC_ALIGNMENT = 16 };

static void *allocate(size_t size, size_t alignment) {
  void *object = __porf_malloc(size, alignment);
  if (!object)
    errno = ENOMEM;
  return object;
}

static _Bool is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  void *object = allocate(total, MALLOC_ALIGNMENT);
  if (object)
    memset(object, 0, total);
  return object;
}

void *realloc(void *object, size_t size) {
  if (!object)
    return allocate(size, MALLOC_ALIGNMENT);
  size_t old_size = __porf_object_size(object);
  void *moved = allocate(size, MALLOC_ALIGNMENT);
  if (moved) {
    memcpy(moved, object, old_size < size ? old_size : size);
    __porf_free(object);
  }
  return moved;
}

void *reallocarray(void *object, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(object, total);
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return allocate(size, alignment);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **object, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
    return EINVAL;
  void *allocated = __porf_malloc(size, alignment);
  if (!allocated)
    return ENOMEM;
  *object = allocated;
  return 0;
}
