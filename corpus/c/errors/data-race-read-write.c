//@ about: Main reads a result before it has joined the thread that computes it. FIXED joins first.
//@ why: Creating a thread orders what came before, only joining it orders what the thread did.
//@ all: error data-race
//@ all [-DFIXED]: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int input, result;

static void *compute(void *unused) {
  (void)unused;
  result = input * 2;
  return NULL;
}

int main(void) {
  pthread_t worker;
  input = 21;
  pthread_create(&worker, NULL, compute, NULL);
#ifdef FIXED
  pthread_join(worker, NULL);
#endif
  int seen = result;
#ifndef FIXED
  pthread_join(worker, NULL);
#endif
  assert(seen == 42 || seen == 0);
}
