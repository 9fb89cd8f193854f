//@ about: An operation announces itself, finishes, and stores a number; others that have seen the announcement help. What finishes is
//@   sequentially consistent if it succeeds, and only acquires if it fails; with SEQ_CST it is so in any case, and with STRONG all other
//@   accesses are.
//@ why: A thread stores another number, and after a fence looks whether the operation is finished. If its number comes last, then
//@   what finished the operation, if that was the operation itself, is before the number in the order of sequentially consistent accesses, and
//@   that before the fence, so that it is seen. If a helper did it, and the operation has failed to, then the number comes after it
//@   only in happens-before, which RC11 does not count, and the thread may miss it. With SEQ_CST the failure counts in between, but where
//@   sequentially consistent accesses are mixed with others, the helping CASes are explored after all; with both there are no others.
//@   RA has no such order: the thread may miss it whoever did it.
//@ sc,tso,pso [-DSEQ_CST]: verified
//@ sc,tso,pso,rc11 [-DSEQ_CST --no-helping]: verified
//@ rc11 [-DSEQ_CST]: verified
//@ rc11 [-DSTRONG]: error assertion
//@ rc11 [-DSTRONG --no-helping]: error assertion
//@ rc11 [-DSTRONG -DSEQ_CST]: verified
//@ rc11 [-DSTRONG -DSEQ_CST --no-helping]: verified
//@ ra: error assertion
//@ ra [--no-helping]: error assertion
//@ sc,tso,pso: verified
//@ sc,tso,pso [--no-helping]: verified
//@ rc11: error assertion
//@ rc11 [--no-helping]: error assertion
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef SEQ_CST
#define FAILURE memory_order_seq_cst
#else
#define FAILURE memory_order_acquire
#endif

#ifdef STRONG
#define ANNOUNCE memory_order_seq_cst
#define NOTICE memory_order_seq_cst
#define OTHER memory_order_seq_cst
#else
#define ANNOUNCE memory_order_release
#define NOTICE memory_order_acquire
#define OTHER memory_order_relaxed
#endif

static atomic_int announced, finished, number;
static int missed;

static void finish(atomic_int *place) {
  int zero = 0;
  atomic_compare_exchange_strong_explicit(place, &zero, 1, memory_order_seq_cst, FAILURE);
}

static void *operate(void *unused) {
  (void)unused;
  atomic_store_explicit(&announced, 1, ANNOUNCE);
  porf_main(finish, &finished);
  atomic_store_explicit(&number, 1, memory_order_seq_cst);
  return NULL;
}

static void *help(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&announced, NOTICE)) {
    porf_help(finish, &finished);
  }
  return NULL;
}

static void *look(void *unused) {
  (void)unused;
  atomic_store_explicit(&number, 2, OTHER);
  atomic_thread_fence(memory_order_seq_cst);
  missed = !atomic_load_explicit(&finished, OTHER);
  return NULL;
}

int main(void) {
  void *(*const functions[])(void *) = {operate, help, look};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, functions[i], NULL);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(!missed || number == 1);
  return 0;
}
