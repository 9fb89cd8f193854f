//@ about: Access to no object at all: through a null pointer, with WILD through an integer made a pointer, with
//@   MEMBER a member of a null struct, with LITERAL a write to a string literal, with CONST to a constant. FIXED
//@   writes to an object, also through a pointer that made a detour over an integer.
//@ why: Nothing lives at these addresses, or it is read-only (C11 6.4.5, 6.7.3).
//@ all: error invalid-access line 22
//@ all [-DWILD]: error invalid-access line 22
//@ all [-DMEMBER]: error invalid-access line 22
//@ all [-DLITERAL]: error invalid-access line 22
//@ all [-DCONST]: error invalid-access line 22
//@ all [-DFIXED]: verified
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct record {
  char a, b, c, d;
};

static const char constant[4] = "abc";

static void set(char *where) {
  *where = 'x';
}

int main(void) {
  char variable = 0;
  (void)constant;
#if defined(WILD)
  set((char *)(uintptr_t)0x123450);
#elif defined(MEMBER)
  struct record *record = NULL;
  set(&record->c);
#elif defined(LITERAL)
  set((char *)"literal");
#elif defined(CONST)
  set((char *)constant);
#elif defined(FIXED)
  uintptr_t address = (uintptr_t)&variable;
  set((char *)(address ^ 0xff ^ 0xff));
  assert(variable == 'x');
#else
  set(NULL);
#endif
  return variable == 'y';
}
