//@ about: Why a thread that waits must sometimes read too early. The threads await values of x, y and z. Nobody can go
//@   on with the latest values, since the store of 1 to z is overwritten, so the first thread reads that x is 0 and is
//@   blocked. Then others go on: setter reads the old 1, and the store of chooser to x comes behind the early
//@   read. That store goes away again if last revisits the read of chooser. An explorer that gives up at the
//@   store misses that the first thread waits for ever although chooser has read 2.
//@ why: Let first, chooser, setter and last wait for x, y, z and y. If setter waits for ever, all do: 1 blocked. Otherwise y is
//@   1 at some time. If last waits for ever, y is 0 in the end: chooser waits, and first: 1 blocked; or chooser sets x:
//@   first reads that in both orders of the stores to x, or waits in one of them: 3 blocked. If last goes
//@   on, the 0 has 3 places in the order of y. If chooser reads 2, first waits: 3 blocked. If chooser reads 1, first
//@   reads in both orders of x: 6 complete; or waits: 3 blocked. Where the 0 is the last one, chooser may wait, and first
//@   with it: 1 blocked. No model orders more: chooser comes before the stores that follow the ones to z.
//@ all: error livelock
//@ all [--no-liveness]: verified executions=6 blocked=12
//@ all [--no-liveness --no-awaits]: verified executions=6
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, z;

static void *overwriter(void *unused) {
  (void)unused;
  atomic_store_explicit(&z, 1, memory_order_release);
  atomic_store_explicit(&z, 0, memory_order_release);
  atomic_store_explicit(&y, 0, memory_order_release);
  atomic_store_explicit(&x, 0, memory_order_release);
  return NULL;
}

static void *first(void *unused) {
  (void)unused;
  while (atomic_load_explicit(&x, memory_order_acquire) == 0) {
  }
  return NULL;
}

static void *chooser(void *unused) {
  (void)unused;
  int seen;
  do {
    seen = atomic_load_explicit(&y, memory_order_acquire);
  } while (seen == 0);
  if (seen == 1) atomic_store_explicit(&x, 1, memory_order_release);
  return NULL;
}

static void *setter(void *unused) {
  (void)unused;
  while (atomic_load_explicit(&z, memory_order_acquire) != 1) {
  }
  atomic_store_explicit(&y, 1, memory_order_release);
  return NULL;
}

static void *last(void *unused) {
  (void)unused;
  while (atomic_load_explicit(&y, memory_order_acquire) != 1) {
  }
  atomic_store_explicit(&y, 2, memory_order_release);
  return NULL;
}

int main(void) {
  void *(*functions[])(void *) = {overwriter, first, chooser, setter, last};
  pthread_t threads[5];
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], NULL, functions[i], NULL);
  for (int i = 0; i < 5; i++) pthread_join(threads[i], NULL);
  return 0;
}
