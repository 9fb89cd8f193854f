//@ about: Waiting for ever: nobody sets what a thread waits for; with LATE it would do so itself; with CROSSED two
//@   threads wait for each other first; with HELD the other one cannot get the lock that the waiter has; with SOMETIMES
//@   the other one does not set it if it sees that something else has happened.
//@ why: In the first three no execution ends. HELD: it ends if the waiter comes second: 1, and 1 blocked. SOMETIMES:
//@   the other one reads y as it was, and the waiter goes on, or set, and the waiter waits: 1 execution and 1 blocked.
//@ all: error livelock
//@ all [-DLATE]: error livelock
//@ all [-DCROSSED]: error livelock
//@ all [-DHELD]: error livelock
//@ all [-DSOMETIMES]: error livelock
//@ all [--no-liveness]: incomplete executions=0 blocked=1
//@ all [-DCROSSED --no-liveness]: incomplete executions=0 blocked=1
//@ all [-DHELD --no-liveness]: verified executions=1 blocked=1
//@ all [-DSOMETIMES --no-liveness]: verified executions=1 blocked=1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void wait_for(atomic_int *it) {
  while (!atomic_load_explicit(it, memory_order_relaxed)) {
  }
}

static void set(atomic_int *it) {
  atomic_store_explicit(it, 1, memory_order_relaxed);
}

static void *waiter(void *unused) {
  (void)unused;
#ifdef HELD
  pthread_mutex_lock(&mutex);
#endif
  wait_for(&x);
#ifdef HELD
  pthread_mutex_unlock(&mutex);
#endif
#ifdef LATE
  set(&x);
#endif
#ifdef CROSSED
  set(&y);
#endif
  return NULL;
}

static void *other(void *unused) {
  (void)unused;
#if defined(CROSSED)
  wait_for(&y);
  set(&x);
#elif defined(HELD)
  pthread_mutex_lock(&mutex);
  set(&x);
  pthread_mutex_unlock(&mutex);
#elif defined(SOMETIMES)
  if (!atomic_load_explicit(&y, memory_order_relaxed)) set(&x);
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waiter, NULL);
  pthread_create(&two, NULL, other, NULL);
#ifdef SOMETIMES
  set(&y);
#endif
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
