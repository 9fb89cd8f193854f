//@ about: A thread waits for a flag that one thread raises and another one lowers, and main reads afterwards what both of them have
//@   written elsewhere. With KEPT nobody lowers the flag.
//@ why: If it is lowered last and the reader has not seen it up, it waits for ever, whatever becomes of the other
//@   variable: which of two writes is the last one is open twice, and for each way at the flag all ways at the other variable must be
//@   tried. KEPT: the only write that counts is the last one, and it is seen in the end.
//@ all: error livelock
//@ all [-DKEPT]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int other, flag;

static void *raise_flag(void *unused) {
  (void)unused;
  atomic_store(&other, 1);
  atomic_store(&flag, 1);
  return NULL;
}

static void *lower_flag(void *unused) {
  (void)unused;
#ifndef KEPT
  atomic_store(&flag, 0);
#endif
  atomic_store(&other, 2);
  return NULL;
}

static void *wait_for_flag(void *unused) {
  (void)unused;
  while (!atomic_load(&flag)) {
  }
  return NULL;
}

int main(void) {
  pthread_t raising, lowering, waiting;
  pthread_create(&raising, NULL, raise_flag, NULL);
  pthread_create(&lowering, NULL, lower_flag, NULL);
  pthread_create(&waiting, NULL, wait_for_flag, NULL);
  pthread_join(waiting, NULL);
  int last = atomic_load(&other);
  pthread_join(raising, NULL);
  pthread_join(lowering, NULL);
  return last < 0;
}
