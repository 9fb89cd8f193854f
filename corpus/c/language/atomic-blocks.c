//@ about: Atomic blocks of porf.h: what stands between begin and end happens at once. Two threads each move 1 from
//@   a to b; main looks at both in a block.
//@ why: The sum is the same whenever one looks in a block; without the block (with BROKEN) main may look between.
//@ all: verified
//@ sc [-DBROKEN]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a = 10, b;

static void *move(void *unused) {
  (void)unused;
  porf_atomic_begin();
  atomic_store(&a, atomic_load(&a) - 1);
  atomic_store(&b, atomic_load(&b) + 1);
  porf_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, move, NULL);
  pthread_create(&second, NULL, move, NULL);
#ifndef BROKEN
  porf_atomic_begin();
#endif
  int seen_a = atomic_load(&a), seen_b = atomic_load(&b);
#ifndef BROKEN
  porf_atomic_end();
#endif
  assert(seen_a + seen_b == 10);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&a) == 8 && atomic_load(&b) == 2);
}
