//@ about: Two threads try the same weak compare-exchange once. With STORE a thread that fails stores to the location.
//@ why: A thread succeeds, or it fails because the other one has written, or it fails spuriously. One of them succeeds and the other
//@   fails, in one of two ways: 2 times 2 executions; or both fail spuriously: 1. Up to a permutation of the threads, 2 + 1 remain.
//@   With STORE, if one succeeds, its write directly follows the initial one, and the store of the other comes last: 4 executions. If
//@   neither succeeds, one has failed spuriously and the other has read its store: 2; or both have failed spuriously, and the stores
//@   come in either order: 2. Up to a permutation, half of these 8 remain.
//@ all: verified executions=5 blocked=0
//@ all [--symmetry]: verified executions=3 blocked=0
//@ all [-DSTORE]: verified executions=8 blocked=0
//@ all [-DSTORE --symmetry]: verified executions=4 blocked=0
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;

static void *take(void *unused) {
  (void)unused;
  int nobody = 0;
#ifdef STORE
  if (!atomic_compare_exchange_weak(&taken, &nobody, 1))
    atomic_store(&taken, 2);
#else
  atomic_compare_exchange_weak(&taken, &nobody, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, take, NULL);
  pthread_create(&second, NULL, take, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
