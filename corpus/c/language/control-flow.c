//@ about: switch with fall-through, ranges far apart and default; goto out of nested loops and backwards; do,
//@   continue, comma, conditional and short-circuit operators.
//@ why: C11 6.8; each assertion is computed by hand.
//@ all: verified
#include <assert.h>

static int classify(long number) {
  int result = 0;
  switch (number) {
    case 0: result += 1;  // falls through
    case 1: result += 10; break;
    case -5: return -1;
    case 1l << 40: return 40;
    case 7: case 8: case 9: result = 789; break;
    default: result = 1000;
  }
  return result;
}

static int first_product(int wanted) {
  int row, column;
  for (row = 1; row < 10; row++) {
    for (column = row; column < 10; column++) {
      if (row * column == wanted) goto found;
    }
  }
  return -1;
found:
  return 10 * row + column;
}

static int collatz(int number) {
  int steps = 0;
again:
  if (number == 1) return steps;
  number = number % 2 ? 3 * number + 1 : number / 2;
  steps++;
  goto again;
}

static int calls;
static int called(int result) { return calls++, result; }

int main(void) {
  assert(classify(0) == 11 && classify(1) == 10 && classify(-5) == -1 && classify(1l << 40) == 40);
  assert(classify(8) == 789 && classify(100) == 1000);
  assert(first_product(12) == 26 && first_product(49) == 77 && first_product(13) == -1);
  assert(collatz(6) == 8);

  assert((called(0) && called(1)) == 0 && calls == 1);
  assert((called(1) || called(1)) == 1 && calls == 2);

  int sum = 0, i = 0;
  do {
    if (i % 3 == 0) continue;
    sum += i;
  } while (++i < 10);
  assert(sum == 1 + 2 + 4 + 5 + 7 + 8);

  /* Duff's device: into the middle of a loop. */
  int copies = 0, count = 7, rounds = (count + 3) / 4;
  switch (count % 4) {
    case 0: do { copies++;  // falls through
    case 3: copies++;       // falls through
    case 2: copies++;       // falls through
    case 1: copies++;
    } while (--rounds > 0);
  }
  assert(copies == 7);
}
