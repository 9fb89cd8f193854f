//@ about: N threads exchange a value with a partner: the shipped specification of exchangers. CODE: with a slot
//@   in which the first thread of a pair waits for the second one (W. N. Scherer, D. Lea, M. L. Scott, A scalable
//@   elimination-based exchange channel, SCOOL 2005, with one slot).
//@ why: The executions are the ways to form pairs: 1, 3 and 15 for 2, 4 and 6 threads, (N-1)!!. Of an odd number
//@   of threads one waits for ever. What a thread did before is seen by its partner.
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=4 --library exchanger]: verified executions=3
//@ sc,rc11 [-DN=6 --library exchanger]: verified executions=15
//@ rc11 [-DN=3 --library exchanger]: error deadlock
//@ sc,rc11 [-DN=2 -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CODE
/* 0: nobody waits. i + 1: thread i waits. Its partner writes its answer, and frees the slot. */
static _Atomic(int) slot;
static _Atomic(int) answers[N];
static int exchange(long *exchanger, int value) {
  (void)exchanger;
  for (;;) {
    int waiting = atomic_load_explicit(&slot, memory_order_acquire);
    if (waiting == 0) {
      if (!atomic_compare_exchange_strong_explicit(&slot, &waiting, value + 1, memory_order_acq_rel,
                                                   memory_order_relaxed))
        continue;
      int answer;
      while ((answer = atomic_load_explicit(&answers[value], memory_order_acquire)) == 0) {}
      return answer - 1;
    }
    int partner = waiting - 1;
    if (atomic_compare_exchange_strong_explicit(&slot, &waiting, 0, memory_order_acq_rel, memory_order_relaxed)) {
      atomic_store_explicit(&answers[partner], value + 1, memory_order_release);
      return partner;
    }
  }
}
#else
int exchange(long *exchanger, int value);
#endif

static long exchanger;
static int gifts[N], partners[N];

static void *meet(void *argument) {
  int self = (int)(long)argument;
  gifts[self] = self + 1;
  partners[self] = exchange(&exchanger, self);
  assert(partners[self] != self);
  assert(gifts[partners[self]] == partners[self] + 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], NULL, meet, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < N; i++) assert(partners[partners[i]] == i);
}
