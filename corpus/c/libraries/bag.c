//@ about: N threads put a value into a bag, and N others take one out: the shipped specification of bags. CODE:
//@   with a bag that is an array under a lock. TRIES: the others only try.
//@ why: Each value is taken by one thread, so the executions are the N! ways to deal the values out, and each
//@   thread sees what was done before its value was put in. A thread that tries takes one of the values, or
//@   finds nothing: partial injections, 7 for two threads and two values (1 + 4 + 2). More takers than values
//@   wait for ever. POLLS: a thread tries until it gets a value.
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=2 --library bag]: verified executions=2
//@ sc,rc11 [-DN=3 --library bag]: verified executions=6
//@ sc,rc11 [-DN=2 -DTRIES --library bag]: verified executions=7
//@ sc,rc11 [-DN=3 -DPOLLS --library bag]: verified executions=6 blocked=0
//@ rc11 [-DN=2 -DPOLLS -DMORE --library bag]: error deadlock
//@ rc11 [-DN=2 -DMORE --library bag]: error deadlock
//@ sc,rc11 [-DN=2 -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef CODE
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t more;
  int count, values[N];
} bag_t;
static void bag_put(bag_t *bag, int value) {
  pthread_mutex_lock(&bag->lock);
  bag->values[bag->count++] = value;
  pthread_cond_signal(&bag->more);
  pthread_mutex_unlock(&bag->lock);
}
static int bag_take(bag_t *bag) {
  pthread_mutex_lock(&bag->lock);
  while (bag->count == 0) pthread_cond_wait(&bag->more, &bag->lock);
  int value = bag->values[--bag->count];
  pthread_mutex_unlock(&bag->lock);
  return value;
}
static bag_t bag = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, {0}};
#else
typedef long bag_t;
void bag_put(bag_t *bag, int value);
int bag_take(bag_t *bag);
int bag_try_take(bag_t *bag);
static bag_t bag;
#endif

static int gifts[N];

static void *giver(void *argument) {
  int self = (int)(long)argument;
  gifts[self] = self + 1;
  bag_put(&bag, self);
  return NULL;
}

static void *taker(void *unused) {
  (void)unused;
#ifdef TRIES
  int value = bag_try_take(&bag);
  if (value < 0) return NULL;
#elif defined POLLS
  int value;
  do value = bag_try_take(&bag);
  while (value < 0);
#else
  int value = bag_take(&bag);
#endif
  assert(gifts[value] == value + 1);
  gifts[value] = 0;
  return NULL;
}

int main(void) {
#ifdef MORE
  enum { TAKERS = N + 1 };
#else
  enum { TAKERS = N };
#endif
  pthread_t threads[N + TAKERS];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], NULL, giver, (void *)i);
  for (long i = 0; i < TAKERS; i++) pthread_create(&threads[N + i], NULL, taker, NULL);
  for (int i = 0; i < N + TAKERS; i++) pthread_join(threads[i], NULL);
}
