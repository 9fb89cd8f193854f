//@ about: A thread puts two values into a queue, and others take them out: the shipped specification of queues.
//@   CODE: with an array under a lock. TRIES: one thread tries twice. GIVERS: two threads put one value each. POLLS:
//@   the thread that takes tries until it finds a value.
//@ why: The values leave in the order in which they were put in, so there is one execution. With two GIVERS that
//@   nothing orders there are two. TRIES: a call that finds nothing may do so at any time before the first value is
//@   taken. A call that has taken the first value may be followed by one that finds nothing, since the second value
//@   may not be there yet. So the calls find 1 and 2, 1 and nothing, nothing and 1, or nothing. A loop that POLLS ends
//@   with a value, and its calls that find nothing change nothing.
//@ sc,tso,pso,ra,rc11,cpp20 [--library queue]: verified executions=1
//@ sc,rc11 [-DGIVERS --library queue]: verified executions=2
//@ sc,tso,pso,ra,rc11,cpp20 [-DTRIES --library queue]: verified executions=4
//@ sc,rc11 [-DPOLLS --library queue]: verified executions=1
//@ rc11 [-DMORE --library queue]: error deadlock
//@ sc,rc11 [-DCODE]: verified
//@ sc,rc11 [-DTRIES -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef CODE
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t more;
  int first, last, values[4];
} queue_t;
static void enqueue(queue_t *queue, int value) {
  pthread_mutex_lock(&queue->lock);
  queue->values[queue->last++] = value;
  pthread_cond_signal(&queue->more);
  pthread_mutex_unlock(&queue->lock);
}
static int dequeue(queue_t *queue) {
  pthread_mutex_lock(&queue->lock);
  while (queue->first == queue->last) pthread_cond_wait(&queue->more, &queue->lock);
  int value = queue->values[queue->first++];
  pthread_mutex_unlock(&queue->lock);
  return value;
}
static int try_dequeue(queue_t *queue) {
  pthread_mutex_lock(&queue->lock);
  int value = queue->first == queue->last ? -1 : queue->values[queue->first++];
  pthread_mutex_unlock(&queue->lock);
  return value;
}
static queue_t queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, {0}};
#else
typedef long queue_t;
void enqueue(queue_t *queue, int value);
int dequeue(queue_t *queue);
int try_dequeue(queue_t *queue);
static queue_t queue;
#endif

static int data[3];

static void *giver(void *argument) {
  (void)argument;
#ifdef GIVERS
  int value = (int)(long)argument;
  data[value] = value;
  enqueue(&queue, value);
#else
  for (int value = 1; value <= 2; value++) {
    data[value] = value;
    enqueue(&queue, value);
  }
#endif
  return NULL;
}

static int take(void) {
#if defined TRIES
  int value = try_dequeue(&queue);
#elif defined POLLS
  int value;
  do value = try_dequeue(&queue);
  while (value < 0);
#else
  int value = dequeue(&queue);
#endif
  if (value > 0) assert(data[value] == value);
  return value;
}

static void *taker(void *unused) {
  (void)unused;
  int one = take(), other = take();
#if !defined GIVERS
  assert(one == -1 ? other == -1 || other == 1 : one == 1 && (other == -1 || other == 2));
#endif
  assert(one == -1 || one != other);
#ifdef MORE
  take();
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int started = 0;
  pthread_create(&threads[started++], NULL, taker, NULL);
  pthread_create(&threads[started++], NULL, giver, (void *)1);
#ifdef GIVERS
  pthread_create(&threads[started++], NULL, giver, (void *)2);
#endif
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}
