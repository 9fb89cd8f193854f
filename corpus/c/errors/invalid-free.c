//@ about: free of what malloc did not give: a local variable, with GLOBAL a global one, with INTERIOR a pointer
//@   into the middle of a heap object, with WILD an integer. FIXED frees the object, and a null pointer, which is
//@   allowed.
//@ why: C11 7.22.3.3: free takes a null pointer or a pointer that malloc and its kind have returned.
//@ all: error invalid-free line 30
//@ all [-DGLOBAL]: error invalid-free line 30
//@ all [-DINTERIOR]: error invalid-free line 30
//@ all [-DWILD]: error invalid-free line 30
//@ all [-DFIXED]: verified
#include <stdint.h>
#include <stdlib.h>

static int global[4];

int main(void) {
  int local[4] = {0};
  int *heap = malloc(4 * sizeof *heap);
  heap[0] = 0;
#if defined(GLOBAL)
  void *pointer = global;
#elif defined(INTERIOR)
  void *pointer = heap + 1;
#elif defined(WILD)
  void *pointer = (void *)(uintptr_t)(0x1234567 + local[0]);
#elif defined(FIXED)
  void *pointer = heap;
#else
  void *pointer = local;
#endif
  free(pointer);
  free(NULL);
  return global[0] + local[0];
}
