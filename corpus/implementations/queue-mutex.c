//@ about: A ring buffer under a mutex with two condition variables, the textbook's bounded buffer
//@   (Hoare, Monitors, CACM 1974), as an implementation of the specification queue. An enqueue
//@   waits while the ring is full. BROKEN: one condition variable for both, and each call wakes up
//@   one thread. BROKEN_IF: a dequeue looks only once whether there is an item. BROKEN_ORDER: the
//@   newest item is taken first.
//@ why: Everything happens under the mutex, and each item and each place wakes up one thread that
//@   waits for it. BROKEN: with CELLS=1 a producer that is done wakes up another producer, and all
//@   sleep: two consumers and two producers. BROKEN_IF: a thread is woken up and another one is
//@   faster, or the wake-up is spurious. BROKEN_ORDER: two puts, and then a take. All of them under
//@   every model.
//@ implements: queue
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_IF --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_ORDER --messages 0]: error
#include <pthread.h>

#ifndef CELLS
#define CELLS 4
#endif

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t more, fewer;
  unsigned head, tail;
  int values[CELLS];
} queue_t;

#ifdef BROKEN
#define FEWER more
#else
#define FEWER fewer
#endif

void enqueue(queue_t *queue, int value) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->tail - queue->head == CELLS) pthread_cond_wait(&queue->FEWER, &queue->mutex);
  queue->values[queue->tail++ % CELLS] = value;
  pthread_cond_signal(&queue->more);
  pthread_mutex_unlock(&queue->mutex);
}

/* With the mutex held, and if there is an item. */
static int remove_first(queue_t *queue) {
#ifdef BROKEN_ORDER
  int value = queue->values[--queue->tail % CELLS];
#else
  int value = queue->values[queue->head++ % CELLS];
#endif
  pthread_cond_signal(&queue->FEWER);
  return value;
}

int dequeue(queue_t *queue) {
  pthread_mutex_lock(&queue->mutex);
#ifdef BROKEN_IF
  if (queue->tail == queue->head) pthread_cond_wait(&queue->more, &queue->mutex);
#else
  while (queue->tail == queue->head) pthread_cond_wait(&queue->more, &queue->mutex);
#endif
  int value = remove_first(queue);
  pthread_mutex_unlock(&queue->mutex);
  return value;
}

int try_dequeue(queue_t *queue) {
  pthread_mutex_lock(&queue->mutex);
  int value = queue->tail == queue->head ? -1 : remove_first(queue);
  pthread_mutex_unlock(&queue->mutex);
  return value;
}
