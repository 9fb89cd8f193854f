//@ about: x
//@ all: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

// Whoever finds the other's flag down enters.
static atomic_int flag[2], inside;

#ifdef FIXED
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_release
#endif

static void *enter(void *argument) {
  long me = (long)argument;
  atomic_store_explicit(&flag[me], 1, ORDER);
  if (atomic_load_explicit(&flag[1 - me], memory_order_seq_cst) == 0) {
    int others = atomic_fetch_add(&inside, 1);
    assert(others == 0);
    atomic_fetch_sub(&inside, 1);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enter, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
