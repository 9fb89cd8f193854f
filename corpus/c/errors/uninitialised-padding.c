//@ about: Copying a struct that has padding, or an unset member, is fine: no value is used. With USED the copy of
//@   the unset member is looked at.
//@ why: Padding bytes have no value (C11 6.2.6.1), and copying what has none is not using it.
//@ all: verified
//@ all [-DUSED]: error uninitialised-read
#include <assert.h>
#include <string.h>

struct padded {
  char letter;  // three bytes of padding behind it
  int number;
  int unset;
};

int main(void) {
  struct padded original, assigned, copied;
  original.letter = 'a';
  original.number = 5;
  assigned = original;
  memcpy(&copied, &assigned, sizeof copied);
  assert(copied.letter == 'a' && copied.number == 5);
#ifdef USED
  assert(copied.unset != 3);
#endif
}
