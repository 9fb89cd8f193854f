//@ about: A function with a variable number of arguments passes them on to be printed. One of them was never set; with FIXED
//@   it is.
//@ why: What is printed is shown to the outside.
//@ all: error uninitialised-read
//@ all [-DFIXED]: verified executions=1
#include <stdarg.h>
#include <stdio.h>

static void report(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
}

int main(void) {
  int numbers[2];
  numbers[0] = 1;
#ifdef FIXED
  numbers[1] = 2;
#endif
  report("%d %d\n", numbers[0], numbers[1]);
}
