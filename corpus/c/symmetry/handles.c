//@ about: Two threads do the same, but another one has their handles, and waits for the first of them.
//@ why: If the first thread adds first, the watcher, after the end of it, reads 1 or 2; if it adds last, 2: 3 executions.
//@   They are all different: the threads are distinguished by who waits for them, so there is no symmetry. LOOK: the watcher only looks at
//@   the handle, and nobody waits for the threads; it could have told them apart: 2 orders.
//@ all: verified executions=3 blocked=0
//@ all [--symmetry]: verified executions=3 blocked=0
//@ all [-DLOOK]: verified executions=2 blocked=0
//@ all [-DLOOK --symmetry]: verified executions=2 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static pthread_t handles[2];

static void *add(void *unused) {
  (void)unused;
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return NULL;
}

static void *watch(void *unused) {
  (void)unused;
#ifdef LOOK
  assert(handles[0] != handles[1]);
#else
  pthread_join(handles[0], NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) >= 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t watcher;
  pthread_create(&handles[0], NULL, add, NULL);
  pthread_create(&handles[1], NULL, add, NULL);
  pthread_create(&watcher, NULL, watch, NULL);
#ifndef LOOK
  pthread_join(handles[1], NULL);
#endif
  pthread_join(watcher, NULL);
  return 0;
}
