//@ about: The sequential queue that concurrent queues are compared with. A queue of zeros is empty.
//@ why: It is no program of its own. It is run one call after the other, in the order of a
//@   linearization.
#ifndef ITEMS
#define ITEMS 16
#endif

typedef struct {
  int values[ITEMS];
  int first, end;
} queue_t;

void enqueue(queue_t *queue, int value) {
  queue->values[queue->end++] = value;
}

/* The oldest value; -1 if there is none. */
int try_dequeue(queue_t *queue) {
  if (queue->first == queue->end) return -1;
  return queue->values[queue->first++];
}
