//@ about: The critical case of work stealing: the owner takes and a thief steals while one item is left (D. Chase
//@   and Y. Lev, SPAA 2005). Here the owner claims the last item by lowering bottom and looking at top, the thief
//@   by raising top and looking at bottom, as in the THE protocol of Cilk-5 (M. Frigo, C. Leiserson, K. Randall,
//@   PLDI 1998) without its lock: who sees the other's claim steps back. With BROKEN the owner's fence is missing.
//@ why: Store buffering with full fences: at least one of the two sees the other, so not both get the item. Neither
//@   may get it. With BROKEN the owner's load of top overtakes its store to bottom wherever stores may wait; SC is
//@   not affected. RA has no fences and forbids neither.
//@ sc,tso,pso,rc11: verified
//@ sc [-DBROKEN]: verified
//@ tso,pso,rc11 [-DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int top = 0, bottom = 1;  // one item, at position 0

static void *owner(void *got) {
  atomic_store_explicit(&bottom, 0, memory_order_relaxed);
#ifndef BROKEN
  atomic_thread_fence(memory_order_seq_cst);
#endif
  *(bool *)got = atomic_load_explicit(&top, memory_order_relaxed) == 0;
  return NULL;
}

static void *thief(void *got) {
  atomic_store_explicit(&top, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  *(bool *)got = atomic_load_explicit(&bottom, memory_order_relaxed) == 1;
  return NULL;
}

int main(void) {
  static bool taken, stolen;
  pthread_t taker, stealer;
  pthread_create(&taker, NULL, owner, &taken);
  pthread_create(&stealer, NULL, thief, &stolen);
  pthread_join(taker, NULL);
  pthread_join(stealer, NULL);
  assert(!(taken && stolen));
}
