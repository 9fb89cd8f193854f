//@ about: An array of 2 GiB of which one byte is used: more than porf has, but not more than a machine has, so that it is not the
//@   program that is wrong. FIXED makes it small. With NOWHERE it is so large that malloc returns a null pointer everywhere,
//@   which the program looks at.
//@ why: 2^31 bytes are little for a machine of today; 2^62 bytes are more than any can address.
//@ all: unsupported line 18
//@ all [-DFIXED]: verified
//@ all [-DNOWHERE]: verified
#include <assert.h>
#include <stdlib.h>

#if defined(FIXED)
static size_t size = 1 << 10;
#elif defined(NOWHERE)
static size_t size = (size_t)1 << 62;
#else
static size_t size = (size_t)1 << 31;
#endif
static char *allocate(void) { return malloc(size); }

int main(void) {
  char *memory = allocate();
  if (memory == NULL) return 0;
  memory[size - 1] = 1;
  assert(memory[size - 1] == 1);
  free(memory);
}
