/* qsort and bsearch. Sorting by insertion: programs under test sort few elements, and the order of equal ones stays. */

#include "intrinsics.h"

typedef int (*comparison)(const void *, const void *);

static void swap_bytes(char *one, char *other, size_t size) {
  for (size_t index = 0; index < size; index++) {
    char byte = one[index];
    one[index] = other[index];
    other[index] = byte;
  }
}

void qsort(void *elements, size_t count, size_t size, comparison compare) {
  char *base = elements;
  for (size_t sorted = 1; sorted < count; sorted++)
    for (char *at = base + sorted * size; at > base && compare(at - size, at) > 0; at -= size)
      swap_bytes(at - size, at, size);
}

void *bsearch(const void *key, const void *elements, size_t count, size_t size, comparison compare) {
  const char *base = elements;
  while (count > 0) {
    const char *middle = base + count / 2 * size;
    int order = compare(key, middle);
    if (order == 0)
      return (void *)middle;
    if (order > 0) {
      base = middle + size;
      count -= count / 2 + 1;
    } else {
      count /= 2;
    }
  }
  return NULL;
}
