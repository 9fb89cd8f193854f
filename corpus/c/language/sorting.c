//@ about: qsort with a callback, on numbers and on structs, and bsearch in the result.
//@ why: The sorted sequence is known. The callbacks run on the program's own arrays.
//@ all: verified
#include <assert.h>
#include <stdlib.h>

struct word {
  int rank;
  char letter;
};

static int calls;

static int by_value(const void *a, const void *b) {
  calls++;
  int left = *(const int *)a, right = *(const int *)b;
  return (left > right) - (left < right);
}

static int by_rank(const void *a, const void *b) {
  return ((const struct word *)a)->rank - ((const struct word *)b)->rank;
}

int main(void) {
  int numbers[] = {5, -1, 3, 3, 0, 100, -7, 2};
  const int count = sizeof numbers / sizeof *numbers;
  qsort(numbers, count, sizeof *numbers, by_value);
  for (int i = 1; i < count; i++) assert(numbers[i - 1] <= numbers[i]);
  assert(numbers[0] == -7 && numbers[count - 1] == 100 && calls >= count - 1);

  int wanted = 5, missing = 4;
  assert(bsearch(&wanted, numbers, count, sizeof *numbers, by_value) == &numbers[6]);
  assert(bsearch(&missing, numbers, count, sizeof *numbers, by_value) == NULL);

  struct word words[] = {{3, 'r'}, {1, 'p'}, {4, 'f'}, {2, 'o'}};
  qsort(words, 4, sizeof *words, by_rank);
  assert(words[0].letter == 'p' && words[1].letter == 'o' && words[2].letter == 'r' && words[3].letter == 'f');
  qsort(words, 0, sizeof *words, by_rank);
}
