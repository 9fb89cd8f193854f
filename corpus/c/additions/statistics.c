//@ about: Three threads have two critical sections each, and count in between how often they were there.
//@ why: The six critical sections have 6! / 2!³ = 90 orders. The counter tells nothing more, since main looks at it after
//@   the joins. Under RC11 and C++20 this holds for relaxed additions. Others synchronise, which the accesses
//@   behind them might notice, and keep their order, as all additions do under RA. Then an order of the additions belongs to
//@   each order of the critical sections that fits: 342 by a plain enumeration of the interleavings of the nine steps, up to
//@   the order of independent ones.
//@ all: verified executions=342
//@ sc,tso,pso,rc11,cpp20 [--independent-adds]: verified executions=90
//@ ra [--independent-adds]: verified executions=342
//@ sc,tso,pso [-DORDER=memory_order_seq_cst --independent-adds]: verified executions=90
//@ rc11,cpp20 [-DORDER=memory_order_seq_cst --independent-adds]: verified executions=342
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static atomic_int visits;

static void visit(void) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *name) {
  (void)name;
  visit();
  atomic_fetch_add_explicit(&visits, 1, ORDER);
  visit();
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, work, (void *)i);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(shared == 6 && visits == 3);
}
