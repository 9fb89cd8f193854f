//@ about: Two threads store and then add to a counter. Main joins one of them and loads what the other one has stored; a
//@   third thread joins the other one and loads what the first one has stored.
//@ why: Each addition is the last action of its thread. If the first thread's addition comes first, then its store happens
//@   before the end of the second thread, and whoever joins that one sees the store; and likewise the other way round. So
//@   one of the loads reads 1, which would not hold if the order were left open. In each order the other load reads 0 or 1:
//@   four executions. Under SC, TSO and PSO the order may be left open all the same. It follows from the values,
//@   unless both are 1: three executions.
//@ all: verified executions=4
//@ sc,tso,pso [--independent-adds]: verified executions=3
//@ ra,rc11,cpp20 [--independent-adds]: verified executions=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, count;
static pthread_t second;
static int seen_by_third;

static void *store_and_add(void *place) {
  atomic_store_explicit((atomic_int *)place, 1, memory_order_relaxed);
  atomic_fetch_add(&count, 1);
  return NULL;
}

static void *join_second(void *unused) {
  (void)unused;
  pthread_join(second, NULL);
  seen_by_third = atomic_load_explicit(&x, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t first, third;
  pthread_create(&first, NULL, store_and_add, &x);
  pthread_create(&second, NULL, store_and_add, &y);
  pthread_create(&third, NULL, join_second, NULL);
  pthread_join(first, NULL);
  int seen = atomic_load_explicit(&y, memory_order_relaxed);
  pthread_join(third, NULL);
  assert(seen == 1 || seen_by_third == 1);
}
