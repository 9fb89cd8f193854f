//@ about: Two threads add to a counter; one writes to a plain location before, the other one reads it behind.
//@ why: If the reader's addition comes first, nothing orders the two accesses: a data race. With independent
//@   additions an execution with that race is looked for again with the orders kept, and reported with them. With a mutex
//@   around the plain accesses there is none: there are two orders of the critical sections, and two of the
//@   additions, of which one does not fit if the reader comes first: its addition comes before the writer's. So there are
//@   three executions, and two up to the order of additions. Under RA the additions synchronise, and keep their order.
//@ all: error data-race
//@ all [--independent-adds]: error data-race
//@ all [-DLOCK]: verified executions=3
//@ ra [-DLOCK --independent-adds]: verified executions=3
//@ sc,tso,pso,rc11,cpp20 [-DLOCK --independent-adds]: verified executions=2
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int count;
static int data;

static void lock(void) {
#ifdef LOCK
  pthread_mutex_lock(&mutex);
#endif
}

static void unlock(void) {
#ifdef LOCK
  pthread_mutex_unlock(&mutex);
#endif
}

static void *writer(void *unused) {
  (void)unused;
  lock();
  data = 1;
  unlock();
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  lock();
  int seen = data;
  (void)seen;
  unlock();
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
