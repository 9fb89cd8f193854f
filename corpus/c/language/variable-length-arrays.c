//@ about: Arrays whose length is known only at run time, in a loop (each round a new one), two-dimensional, handed
//@   to another thread. With OUTSIDE the index is the length.
//@ why: sizeof such an array is computed; its end is where the length says.
//@ all: verified
//@ all [-DOUTSIDE]: error out-of-bounds line 42
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int length = 3;

static int sum(int rows, int columns, int table[rows][columns]) {
  int result = 0;
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) result += table[i][j];
  }
  return result;
}

static void *fill(void *array) {
  for (int i = 0; i < length; i++) ((int *)array)[i] = i + 1;
  return NULL;
}

int main(void) {
  for (int n = 1; n <= 3; n++) {
    int squares[n];
    assert(sizeof squares == n * sizeof(int));
    for (int i = 0; i < n; i++) squares[i] = i * i;
    assert(squares[n - 1] == (n - 1) * (n - 1));
  }
  int table[2][length];
  for (int i = 0; i < 2 * length; i++) table[i / length][i % length] = i;
  assert(sum(2, length, table) == 15);

  int array[length];
  pthread_t filler;
  pthread_create(&filler, NULL, fill, array);
  pthread_join(filler, NULL);
  assert(array[0] + array[1] + array[2] == 6);
#ifdef OUTSIDE
  array[length] = 0;
#endif
}
