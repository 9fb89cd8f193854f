//@ about: Far too much memory: malloc returns a null pointer, which the program does not look at, and that is an
//@   invalid access; with ARRAY a local array of a size that no stack has. FIXED looks at the pointer.
//@ why: No machine has 2^62 bytes.
//@ all: error invalid-access line 21
//@ all [-DARRAY]: error out-of-memory
//@ all [-DFIXED]: verified
#include <stdlib.h>

static size_t huge = (size_t)1 << 62;

int main(void) {
#if defined(ARRAY)
  char array[huge];
  array[0] = 1;
  return array[0] - 1;
#else
  char *memory = malloc(huge);
#ifdef FIXED
  if (memory == NULL) return 0;
#endif
  *memory = 1;
  free(memory);
#endif
}
