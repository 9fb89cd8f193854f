//@ about: A library function runs over the end of an array: strcpy of a string that has no room for its final zero,
//@   with MEMCPY too long a copy, with MEMSET too long a fill, with READ a source that is too short. FIXED has the
//@   room.
//@ why: The buffer holds 5 chars; hello needs 6.
//@ all: error out-of-bounds line 34
//@ all [-DMEMCPY]: error out-of-bounds line 27
//@ all [-DMEMSET]: error out-of-bounds line 29
//@ all [-DREAD]: error out-of-bounds line 32
//@ all [-DFIXED]: verified
#include <assert.h>
#include <string.h>

#ifdef FIXED
#define ROOM 6
#else
#define ROOM 5
#endif

static const char *greeting = "hello";
static size_t too_long = ROOM + 1;

int main(void) {
  (void)greeting, (void)too_long;
  char buffer[ROOM];
  char large[16] = {0};
#if defined(MEMCPY)
  memcpy(buffer, large, too_long);
#elif defined(MEMSET)
  memset(buffer, 0, too_long);
#elif defined(READ)
  buffer[0] = 0;
  memmove(large, buffer, too_long);
#else
  strcpy(buffer, greeting);
  assert(strlen(buffer) == 5);
#endif
  return buffer[0] == large[1];
}
