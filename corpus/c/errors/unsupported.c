//@ about: Inline assembly, which has no meaning to porf: an error that names it, if it is reached. FIXED does
//@   without.
//@ why: porf interprets LLVM's instructions and runs no machine code.
//@ all: error unsupported line 9
//@ all [-DFIXED]: verified
int main(void) {
  int result = 0;
#ifndef FIXED
  __asm__ volatile("incl %0" : "+r"(result));
#endif
  return result;
}
