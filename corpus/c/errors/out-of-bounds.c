//@ about: An access beside its object: behind a heap object, with STACK behind a local array, with GLOBAL from one
//@   global into the next, with NEGATIVE before the first element, with FIELD over the end of the struct. FIXED
//@   stays inside.
//@ why: The index is one too large, or -1. That another object may lie there does not make it right (C11 6.5.6).
//@ all: error out-of-bounds line 23
//@ all [-DSTACK]: error out-of-bounds line 23
//@ all [-DGLOBAL]: error out-of-bounds line 23
//@ all [-DNEGATIVE]: error out-of-bounds line 23
//@ all [-DFIELD]: error out-of-bounds line 23
//@ all [-DFIXED]: verified
#include <stdlib.h>

#define LENGTH 4

static int global[LENGTH];
static int next_global[LENGTH];
static struct {
  int before;
  int array[LENGTH];
} record;

static void set(int *array, int index) {
  array[index] = 1;
}

int main(void) {
  int local[LENGTH] = {0};
  int *heap = malloc(LENGTH * sizeof *heap);
  (void)global;
#if defined(STACK)
  set(local, LENGTH);
#elif defined(GLOBAL)
  set(global, LENGTH);
#elif defined(NEGATIVE)
  set(global, -1);
#elif defined(FIELD)
  set(record.array, LENGTH);
#elif defined(FIXED)
  set(local, LENGTH - 1);
  set(global, 0);
  set(heap, LENGTH - 1);
  set(record.array, LENGTH - 1);
#else
  set(heap, LENGTH);
#endif
  free(heap);
  return next_global[0] + local[0] + record.before;
}
