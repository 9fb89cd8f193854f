//@ about: Floating-point arithmetic in threads: single and double precision, conversions, comparisons with a NaN.
//@ why: IEEE 754; the numbers used are exact, except one tenth, whose rounding is well known.
//@ all: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct mean {
  const double *numbers;
  int count;
  double result;
};

static void *compute_mean(void *argument) {
  struct mean *mean = argument;
  double sum = 0;
  for (int i = 0; i < mean->count; i++) sum += mean->numbers[i];
  mean->result = sum / mean->count;
  return NULL;
}

int main(void) {
  static const double numbers[] = {1.5, 2.25, -0.75, 5};
  static struct mean mean = {.numbers = numbers, .count = 4};
  pthread_t thread;
  pthread_create(&thread, NULL, compute_mean, &mean);
  pthread_join(thread, NULL);
  assert(mean.result == 2.0);

  volatile double tenth = 0.1, zero = 0;
  assert(tenth + tenth + tenth != 0.3 && (float)tenth != tenth);
  assert((int)-2.75 == -2 && (int)(mean.result * 1.9) == 3 && (unsigned char)200.5f == 200);
  assert((double)(1l << 53) == 9007199254740992.0 && (float)16777217 == 16777216.0f);
  double not_a_number = zero / zero;
  assert(not_a_number != not_a_number && !(not_a_number < 1) && !(not_a_number >= 1));
  assert(1 / zero > 1e308 && -1 / zero < -1e308);
}
