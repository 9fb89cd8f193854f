/* Structures, unions, bit-fields, function pointers, variable numbers of arguments, arrays of variable length, labels as values. */
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

union number {
  int i;
  float f;
  char bytes[8];
};

struct bits {
  unsigned a : 3, b : 20;
  signed c : 7;
};

struct record {
  char name[100];
  double weight;
  struct bits bits;
  union number number;
  int *pointer;
  void (*function)(void);
};

struct two {
  double a;
  int b;
};

static void nothing(void) {}
static int counter;
static struct record global = {"abc", 1.5, {1, 2, 3}, {.f = 2.5f}, &counter, nothing};
static void (*functions[])(void) = {nothing, 0, abort};
static int *end = &counter + 1;
static long difference = (char *)&global.weight - (char *)&global;
extern int maybe(void) __attribute__((weak));

static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  for (int i = 0; i < n; i++)
    total += va_arg(list, int);
  total += (int)va_arg(list, double);
  va_end(list);
  return total;
}

static struct record by_value(struct record record, int index) {
  record.name[index]++;
  return record;
}

static struct two in_registers(struct two two) {
  two.a *= 2;
  return two;
}

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

static int variable_length(int n) {
  int array[n][n];
  array[1][0] = 2;
  int *more = __builtin_alloca(n * sizeof(int));
  more[0] = 1;
  return array[1][0] + more[0];
}

static int label(int x) {
  static void *labels[] = {&&one, &&two};
  goto *labels[x & 1];
one:
  return 1;
two:
  return 2;
}

static int choose(int x) {
  switch (x) {
  case 0:
  case 1:
    return 3;
  case 2 ... 5:
    return 4;
  case INT_MIN:
    return 1;
  default:
    return 9;
  }
}

static int overflow(int a, int b) {
  int r;
  long wide;
  unsigned long plain;
  if (__builtin_add_overflow(a, b, &r) || __builtin_mul_overflow(a, b, &r) || __builtin_sub_overflow(a, b, &r))
    return 1;
  if (__builtin_mul_overflow((long)a, (long)b, &wide) ||
      __builtin_mul_overflow((unsigned long)a, (unsigned long)b, &plain))
    return 2;
  return r;
}

static int bits(unsigned x, unsigned long y) {
  return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctzl(y) + __builtin_bswap32(x) + __builtin_ffs(x) +
         __builtin_rotateleft32(x, 5);
}

static struct bits fields(void) {
  struct bits b;
  memset(&b, 0, sizeof b);
  b.a = 2;
  b.b += 7;
  b.c--;
  return b;
}

__attribute__((constructor)) static void before(void) { counter = 1; }

int main(int argc, char **argv, char **envp) {
  int r = sum(3, 1, 2, 3, 4.0) + factorial(4) + variable_length(3) + label(argc) + choose(argc) + overflow(argc, 2) +
          bits(argc, 2) + fields().b;
  global = by_value(global, 1);
  struct two two = {1, 2};
  two = in_registers(two);
  functions[0]();
  if (maybe)
    r += maybe();
  if (r == 77)
    __builtin_trap();
  if (r == 78)
    __builtin_unreachable();
  return r + two.b + (int)difference + (end == &counter) + (argv[0] != 0) + (envp != 0);
}
