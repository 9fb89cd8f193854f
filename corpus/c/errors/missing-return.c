//@ about: A function that ends without returning a value, and a caller that uses the value. FIXED returns one.
//@ why: C11 6.9.1: undefined if the value is used. At -O0, clang lets such a function return a variable that it has
//@   not set.
//@ all: error uninitialised-read
//@ all [-DFIXED]: verified
static int positive(int number) {
  if (number > 0) return 1;
#ifdef FIXED
  return 0;
#endif
}

int main(void) {
  if (positive(-1)) return 1;
}
