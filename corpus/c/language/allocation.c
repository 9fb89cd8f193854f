//@ about: The allocation functions: calloc zeroes, realloc keeps what was there and grows and shrinks,
//@   aligned_alloc and posix_memalign align, malloc(0) can be freed, every object has its own address.
//@ why: C11 7.22.3.
//@ all: verified
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *allocate(void *unused) {
  (void)unused;
  int *object = malloc(sizeof *object);
  *object = 1;
  return object;
}

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  for (int i = 0; i < 4; i++) assert(numbers[i]++ == 0);
  numbers = realloc(numbers, 8 * sizeof *numbers);
  for (int i = 0; i < 4; i++) assert(numbers[i] == 1);
  numbers[7] = 2;
  numbers = realloc(numbers, 2 * sizeof *numbers);
  assert(numbers[1] == 1);
  free(numbers);

  char *fresh = realloc(NULL, 10);
  fresh[9] = 1;
  free(fresh);
  free(malloc(0));

  void *aligned = aligned_alloc(64, 128), *posix;
  assert((uintptr_t)aligned % 64 == 0);
  assert(posix_memalign(&posix, 256, 10) == 0 && (uintptr_t)posix % 256 == 0);
  free(aligned);
  free(posix);

  pthread_t first, second;
  void *one, *two;
  pthread_create(&first, NULL, allocate, NULL);
  pthread_create(&second, NULL, allocate, NULL);
  pthread_join(first, &one);
  pthread_join(second, &two);
  assert(one != two);
  free(one);
  free(two);
}
