//@ about: An operation writes data, announces itself and finishes; others that have seen the announcement help. All accesses are relaxed; or,
//@   with FENCE, a release fence follows the data, and the announcement is released and acquired; or, with SEQ_CST, all are
//@   sequentially consistent. A reader that finds the operation finished looks for the data.
//@ why: If a helper finishes the operation, that says less than if the operation does so itself: under PSO the announcement may have
//@   overtaken the data, which a read-modify-write of the same thread waits for; under RC11 the fence makes the operation's compare-exchange
//@   release the data, and not that of the helper. So the reader may miss the data, but only because of a helper, and what
//@   helpers do must not be left out. Under RC11 without FENCE the helper has not even acquired the announcement. Under SC, TSO and RA
//@   whoever has seen one knows all that came before; with SEQ_CST all models are SC, and the helper finds the operation announced or not, and
//@   the reader finds it finished or not: 4.
//@ sc,tso,ra: verified
//@ sc,tso,ra [--no-helping]: verified
//@ sc,tso,ra [-DFENCE]: verified
//@ sc,tso,pso,ra [-DFENCE --no-helping]: verified
//@ pso,rc11: error annotation
//@ pso,rc11 [--no-helping]: error assertion
//@ pso [-DFENCE]: verified
//@ rc11 [-DFENCE]: error annotation
//@ rc11 [-DFENCE --no-helping]: error assertion
//@ all [-DSEQ_CST]: verified executions=4 blocked=0
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined SEQ_CST
#define ANNOUNCE memory_order_seq_cst
#define NOTICE memory_order_seq_cst
#define LOOK memory_order_seq_cst
#define OTHER memory_order_seq_cst
#elif defined FENCE
#define ANNOUNCE memory_order_release
#define NOTICE memory_order_acquire
#define LOOK memory_order_acquire
#define OTHER memory_order_relaxed
#else
#define ANNOUNCE memory_order_relaxed
#define NOTICE memory_order_relaxed
#define LOOK memory_order_acquire
#define OTHER memory_order_relaxed
#endif

static atomic_int data, announced, finished;

static void finish(atomic_int *place) {
  int zero = 0;
  atomic_compare_exchange_strong_explicit(place, &zero, 1, OTHER, OTHER);
}

static void *operate(void *unused) {
  (void)unused;
  atomic_store_explicit(&data, 1, OTHER);
#ifdef FENCE
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&announced, 1, ANNOUNCE);
  porf_main(finish, &finished);
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
  if (atomic_load_explicit(&finished, LOOK)) {
    assert(atomic_load_explicit(&data, OTHER));
  }
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
  return 0;
}
