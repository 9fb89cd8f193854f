//@ about: Inline assembly, which has no meaning to porf: the program is unsupported if it is reached. FIXED does
//@   without; with UNREACHED it stands where no execution comes.
//@ why: porf interprets LLVM's instructions and runs no machine code.
//@ all: unsupported line 13
//@ all [-DFIXED]: verified
//@ all [-DUNREACHED]: verified
int main(void) {
  int result = 0;
#ifdef UNREACHED
  if (result)
#endif
#ifndef FIXED
  __asm__ volatile("incl %0" : "+r"(result));
#endif
  return result;
}
