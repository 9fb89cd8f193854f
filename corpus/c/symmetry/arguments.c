//@ about: N threads do the same, except that each has a name, which it says if something is wrong. porf_symmetric says that this
//@   makes no difference; with UNSAID nobody says so.
//@ why: An execution is an order of the additions: N!, and 1 class. Without the hint, threads with different arguments are
//@   distinguished.
//@ all [-DN=2]: verified executions=2 blocked=0
//@ all: verified executions=6 blocked=0
//@ all [-DN=2 --symmetry]: verified executions=1 blocked=0
//@ all [--symmetry]: verified executions=1 blocked=0
//@ all [-DN=6 --symmetry]: verified executions=1 blocked=0
//@ all [-DUNSAID --symmetry]: verified executions=6 blocked=0
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

static atomic_int x;

static void *add(void *name) {
  if (atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) >= N) {
    printf("thread %s is one too many\n", (const char *)name);
    abort();
  }
  return NULL;
}

int main(void) {
  static char names[N][2];
  pthread_t threads[N];
  for (int i = 0; i < N; i++) names[i][0] = (char)('A' + i);
  for (int i = 0; i < N; i++) {
#ifndef UNSAID
    if (i > 0) porf_symmetric();
#endif
    pthread_create(&threads[i], NULL, add, names[i]);
  }
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
