//@ about: A ticket lock (Mellor-Crummey and Scott, Algorithms for scalable synchronization on
//@   shared-memory multiprocessors, TOCS 1991, section 2.2). BROKEN: the unlock does not release.
//@   BACK_OFF: a thread pauses in proportion to the number of threads before it.
//@   RELOAD, REUSE: a ticket is drawn by compare-exchange, and after a failure the number is loaded again, or
//@   the one that the failure has read is used. WEAK: the compare-exchange may fail spuriously.
//@ why: Tickets are all different, and the holder of one waits for the unlock before it. The acquire load
//@   reads from that release store, so the increments are ordered. Count: two orders of the threads; the
//@   second one finds its ticket served, or not, and then waits: 2 executions, 2 blocked. Followed for 2
//@   rounds instead, it does not find it served 0, 1 or 2 times before it enters, or a third time, which
//@   cuts it: 6 executions, 2 blocked. BROKEN: under RC11 nothing synchronises, so the increments race.
//@   Under PSO the relaxed unlock overtakes the increment, which then gets lost; there is no race, since
//@   every atomic access synchronises. SC, TSO and RA are as strong without the release.
//@   BACK_OFF: a pause does nothing, so the counts are the same.
//@   RELOAD, REUSE, WEAK: numbers of tickets do not come back, so a thread that succeeds has loaded the number
//@   that it draws, and a failure leaves it where loading the number would: as many executions.
//@   N threads have N! orders.
//@ all [--no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all: verified executions=2
//@ all [-DBACK_OFF]: verified executions=2
//@ all [-DBACK_OFF --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [--unroll 2 --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [--unroll 2]: verified executions=2
//@ all [--no-spinloops --unroll 2]: bounded executions=6 blocked=2
//@ rc11 [-DBROKEN]: error data-race
//@ pso [-DBROKEN]: error assertion
//@ sc,tso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ sc,tso,ra [-DBROKEN]: verified executions=2
//@ all [-DN=3]: verified executions=6
//@ all [-DRELOAD]: verified executions=2
//@ all [-DRELOAD -DN=3]: verified executions=6
//@ all [-DREUSE]: verified executions=2
//@ all [-DREUSE -DN=3]: verified executions=6
//@ all [-DREUSE -DWEAK -DN=3]: verified executions=6
//@ rc11 [-DREUSE -DBROKEN]: error data-race
//@ pso [-DREUSE -DBROKEN]: error assertion
//@ sc,tso,ra [-DREUSE -DBROKEN]: verified executions=2
//@ rc11 [-DREUSE -DWEAK -DN=3 -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

static atomic_uint next_ticket;
static atomic_uint now_serving;

static unsigned draw(void) {
#if defined(RELOAD)
  unsigned ticket;
  do {
    ticket = atomic_load_explicit(&next_ticket, memory_order_relaxed);
  } while (!compare_exchange(&next_ticket, &ticket, ticket + 1, memory_order_relaxed, memory_order_relaxed));
  return ticket;
#elif defined(REUSE)
  unsigned ticket = atomic_load_explicit(&next_ticket, memory_order_relaxed);
  while (!compare_exchange(&next_ticket, &ticket, ticket + 1, memory_order_relaxed, memory_order_relaxed)) {
  }
  return ticket;
#else
  return atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
#endif
}

static void lock(void) {
  // Drawing a ticket need not order anything: the load below does.
  unsigned ticket = draw();
#ifdef BACK_OFF
  unsigned served;
  while ((served = atomic_load_explicit(&now_serving, memory_order_acquire)) != ticket)
    for (unsigned pause = 0; pause < 16 * (ticket - served); pause++) __asm__ volatile("pause");
#else
  while (atomic_load_explicit(&now_serving, memory_order_acquire) != ticket) {
  }
#endif
}

static void unlock(void) {
  // Only the holder writes now_serving.
  unsigned ticket = atomic_load_explicit(&now_serving, memory_order_relaxed);
  atomic_store_explicit(&now_serving, ticket + 1, UNLOCK);
}

static int counter;  // the lock is there for this

#ifndef N
#define N 2
#endif

static void *worker(void *unused) {
  (void)unused;
  lock();
  counter++;
  unlock();
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(counter == N);
  return 0;
}
