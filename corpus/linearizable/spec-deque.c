//@ about: The sequential deque that work-stealing deques are compared with: the owner works at the
//@   bottom, thieves steal from the top. A deque of zeros is empty.
//@ why: It is no program of its own. It is run one call after the other, in the order of a
//@   linearization.
#ifndef ITEMS
#define ITEMS 16
#endif

typedef struct {
  int values[ITEMS];
  int top, bottom;
} deque_t;

void push_bottom(deque_t *deque, int value) {
  deque->values[deque->bottom++] = value;
}

/* The newest value; -1 if there is none. */
int pop_bottom(deque_t *deque) {
  if (deque->top == deque->bottom) return -1;
  return deque->values[--deque->bottom];
}

/* The oldest value; -1 if there is none. */
int steal(deque_t *deque) {
  if (deque->top == deque->bottom) return -1;
  return deque->values[deque->top++];
}
