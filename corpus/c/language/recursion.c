//@ about: Recursion in each thread: Fibonacci numbers, a tree built and summed, and mutual recursion.
//@ why: The threads share nothing but the results that main reads after the joins: one execution.
//@ all: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct tree {
  int value;
  struct tree *left, *right;
};

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static bool odd(unsigned n);
static bool even(unsigned n) { return n == 0 || odd(n - 1); }
static bool odd(unsigned n) { return n != 0 && even(n - 1); }

static struct tree *build(int depth) {
  if (depth == 0) return NULL;
  struct tree *tree = malloc(sizeof *tree);
  tree->value = depth;
  tree->left = build(depth - 1);
  tree->right = build(depth - 1);
  return tree;
}

static int sum_and_free(struct tree *tree) {
  if (tree == NULL) return 0;
  int sum = tree->value + sum_and_free(tree->left) + sum_and_free(tree->right);
  free(tree);
  return sum;
}

static void *compute(void *result) {
  *(int *)result = fibonacci(10);
  return NULL;
}

static void *plant(void *result) {
  *(int *)result = sum_and_free(build(4));
  return NULL;
}

int main(void) {
  static int number, sum;
  pthread_t first, second;
  pthread_create(&first, NULL, compute, &number);
  pthread_create(&second, NULL, plant, &sum);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(number == 55);
  assert(sum == 4 + 2 * 3 + 4 * 2 + 8 * 1);
  assert(even(10) && odd(7) && !odd(4));
}
