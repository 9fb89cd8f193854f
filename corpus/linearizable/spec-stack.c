//@ about: The sequential stack that concurrent stacks are compared with. A stack of zeros is empty.
//@ why: It is no program of its own. It is run one call after the other, in the order of a
//@   linearization.
#ifndef ITEMS
#define ITEMS 16
#endif

typedef struct {
  int values[ITEMS];
  int count;
} lifo_t;

void push(lifo_t *stack, int value) {
  stack->values[stack->count++] = value;
}

/* The newest value; -1 if there is none. */
int try_pop(lifo_t *stack) {
  if (stack->count == 0) return -1;
  return stack->values[--stack->count];
}
