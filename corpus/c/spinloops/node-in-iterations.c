//@ about: A thread polls a flag and looks at a published node in each iteration that does not leave the loop. When it has left, it
//@   says so by a relaxed store, and then the node is written once more by the thread that published it. FREED: main frees it. ACQUIRED: whoever goes on acquires what the polling thread released.
//@ why: The iteration acquires the node, so that it comes after the first write to it. Nothing orders it with the second write, or with
//@   the end of the node, under RC11: these depend on the store behind the loop only by relaxed accesses. In the other models every
//@   atomic access synchronises, and so do release and acquire here. The first write to a node is no reason to follow iterations, the second one is.
//@ rc11: error data-race
//@ rc11 [-DFREED]: error use-after-free
//@ sc,tso,pso,ra: verified
//@ sc,tso,pso,ra [-DFREED]: verified
//@ all [-DACQUIRED]: verified
//@ all [-DFREED -DACQUIRED]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef ACQUIRED
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#else
#define ACQUIRE memory_order_relaxed
#define RELEASE memory_order_relaxed
#endif

static _Atomic(int *) top;
static atomic_int go, has_left;

static void *publish(void *unused) {
  (void)unused;
  int *node = malloc(sizeof *node);
  *node = 1;
  atomic_store_explicit(&top, node, memory_order_release);
#ifndef FREED
  if (atomic_load_explicit(&has_left, ACQUIRE)) *node = 2;
#endif
  return NULL;
}

static void *poll(void *unused) {
  (void)unused;
  while (!atomic_load_explicit(&go, memory_order_relaxed)) {
    int *node = atomic_load_explicit(&top, memory_order_acquire);
    if (node != NULL && *node < 0) break;
  }
  atomic_store_explicit(&has_left, 1, RELEASE);
  return NULL;
}

int main(void) {
  pthread_t publishing, polling;
  pthread_create(&publishing, NULL, publish, NULL);
  pthread_create(&polling, NULL, poll, NULL);
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  pthread_join(publishing, NULL);
#ifdef FREED
  while (!atomic_load_explicit(&has_left, ACQUIRE)) {
  }
  free(atomic_load_explicit(&top, memory_order_relaxed));
#endif
  pthread_join(polling, NULL);
  return 0;
}
