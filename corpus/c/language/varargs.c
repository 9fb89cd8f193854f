//@ about: A function of the program's own with a variable number of arguments, of several types, more than fit into
//@   registers, and its va_list handed to another function.
//@ why: Arithmetic. Small types are promoted to int and double (C11 6.5.2.2).
//@ all: verified
#include <assert.h>
#include <stdarg.h>

static long sum_list(int count, va_list numbers) {
  long sum = 0;
  for (int i = 0; i < count; i++) sum += va_arg(numbers, int);
  return sum;
}

static long sum(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  long result = sum_list(count, numbers);
  va_end(numbers);
  return result;
}

/* d: int, l: long, f: double, s: the first char of a string. */
static double add_all(const char *kinds, ...) {
  va_list values, again;
  double result = 0;
  va_start(values, kinds);
  va_copy(again, values);
  for (; *kinds; kinds++) {
    switch (*kinds) {
      case 'd': result += va_arg(values, int); break;
      case 'l': result += (double)va_arg(values, long); break;
      case 'f': result += va_arg(values, double); break;
      case 's': result += va_arg(values, char *)[0]; break;
    }
  }
  va_end(values);
  result += 1000 * va_arg(again, int);
  va_end(again);
  return result;
}

int main(void) {
  assert(sum(0) == 0);
  assert(sum(3, 1, 2, 3) == 6);
  assert(sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
  assert(add_all("dlfs", (char)1, 2l, 0.5f, "A") == 1000 + 1 + 2 + 0.5 + 65);
}
