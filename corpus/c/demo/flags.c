//@ about: Two threads share something that one of them may use at a time: each raises its flag, and goes ahead if the
//@   other's is down. Release stores look like enough, but are not; with FIXED the flags are raised with seq_cst stores.
//@   This is what `make demo` shows.
//@ why: Store buffering. Each thread may miss the other's flag, except under SC; seq_cst stores and loads rule that out in
//@   every model but RA, for which they are no more than release and acquire. Where nothing fails, one of the threads misses the
//@   other's flag, or neither does: three executions.
//@ sc: verified executions=3 blocked=0
//@ tso,pso,ra,rc11: error assertion
//@ sc,tso,pso,rc11 [-DFIXED]: verified executions=3 blocked=0
//@ ra [-DFIXED]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define RAISE memory_order_seq_cst
#else
#define RAISE memory_order_release
#endif

static atomic_int left_flag, right_flag, users;

static void use(void) {
  int others = atomic_fetch_add(&users, 1);
  assert(others == 0);
  atomic_fetch_sub(&users, 1);
}

static void *left(void *unused) {
  atomic_store_explicit(&left_flag, 1, RAISE);
  if (atomic_load(&right_flag) == 0) use();
  return unused;
}

static void *right(void *unused) {
  atomic_store_explicit(&right_flag, 1, RAISE);
  if (atomic_load(&left_flag) == 0) use();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, left, NULL);
  pthread_create(&threads[1], NULL, right, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
