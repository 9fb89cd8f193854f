//@ about: N threads add to a counter, and the main thread reads it: the shipped specification of counters. CODE: with
//@   a fetch-and-add.
//@ why: The additions have N! orders. Nobody sees them, so there is one execution if independent additions count
//@   as such. SEES: each thread asserts that the value that it finds is less than N, and so does see the order.
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=3 --library counter]: verified executions=6
//@ sc,rc11 [-DN=3 --library counter --independent-adds]: verified executions=1
//@ sc,rc11 [-DN=3 -DSEES --library counter]: verified executions=6
//@ sc,rc11 [-DN=3 -DCODE]: verified executions=6
//@ sc,rc11 [-DN=3 -DSEES -DCODE]: verified executions=6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CODE
typedef atomic_int counter_t;
static int counter_add(counter_t *counter, int amount) {
  return atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}
static int counter_get(counter_t *counter) { return atomic_load_explicit(counter, memory_order_relaxed); }
#else
typedef int counter_t;
int counter_add(counter_t *counter, int amount);
int counter_get(counter_t *counter);
#endif

static counter_t counter;

static void *work(void *unused) {
  (void)unused;
#ifdef SEES
  assert(counter_add(&counter, 1) < N);
#else
  counter_add(&counter, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(counter_get(&counter) == N);
}
