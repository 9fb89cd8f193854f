//@ about: A thread waits for a flag. The read before the loop is weaker than the one in the loop. With DATA the thread then reads data.
//@ why: Where the orderings of reads mean nothing, the two reads are one await, which reads 1: 1 execution. Under RC11 they differ: the
//@   first read is 0, and the thread waits, or it is 1: 2 executions. With DATA the second of these has a data race, since the
//@   first read does not acquire.
//@ sc,tso,pso,ra: verified executions=1 blocked=0
//@ rc11: verified executions=2 blocked=0
//@ sc,tso,pso,ra [-DDATA]: verified executions=1 blocked=0
//@ rc11 [-DDATA]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;
static int data;

static void *write(void *unused) {
  (void)unused;
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

static void *wait(void *unused) {
  (void)unused;
  int seen = atomic_load_explicit(&flag, memory_order_relaxed);
  while (seen == 0) {
    seen = atomic_load_explicit(&flag, memory_order_acquire);
  }
#ifdef DATA
  assert(data == 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t writer, waiter;
  pthread_create(&writer, NULL, write, NULL);
  pthread_create(&waiter, NULL, wait, NULL);
  pthread_join(writer, NULL);
  pthread_join(waiter, NULL);
  return 0;
}
