//@ about: Two threads take two locks in opposite orders (E. W. Dijkstra's deadly embrace). FIXED takes them in the
//@   same order.
//@ why: Each may hold one lock and wait for the other. With one order, the two critical sections come one after the
//@   other: 2 executions.
//@ all: error deadlock
//@ all [-DFIXED]: verified executions=2
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void move(pthread_mutex_t *from, pthread_mutex_t *to) {
  pthread_mutex_lock(from);
  pthread_mutex_lock(to);
  balance++;
  pthread_mutex_unlock(to);
  pthread_mutex_unlock(from);
}

static void *there(void *unused) {
  (void)unused;
  move(&a, &b);
  return NULL;
}

static void *back(void *unused) {
  (void)unused;
#ifdef FIXED
  move(&a, &b);
#else
  move(&b, &a);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, there, NULL);
  pthread_create(&second, NULL, back, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
