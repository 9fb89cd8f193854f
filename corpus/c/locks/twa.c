//@ about: A ticket lock with a waiting array (Dice and Kogan, TWA: Ticket locks augmented with a waiting
//@   array, Euro-Par 2019). A thread whose turn is far away waits on a slot of an array instead of the
//@   common counter. BROKEN: the unlock does not release. BROKEN_ORDER: it writes the slot first.
//@   RELOAD, REUSE: a ticket is drawn by compare-exchange, and after a failure the number is loaded again, or
//@   the one that the failure has read is used. WEAK: the compare-exchange may fail spuriously.
//@ why: Whatever a thread waits on, it enters when it has read its ticket from now_serving, and acquired
//@   it from the unlock before. The slot is read before now_serving is looked at again, and an unlock
//@   writes them the other way round, so no wake-up is lost. With two threads no turn is ever further
//@   away than one; FAR = 0 sends the second one to the array, FAR = 1, the published choice, does not.
//@   BROKEN: under RC11 nothing synchronises, so the increments race. Under PSO the unlock overtakes the
//@   increment, until the rmw on the slot, which is too late. SC, TSO and RA are as strong without the
//@   release. Count: two orders of the threads. The second one sees its turn come at once, or when it
//@   looks again, with the slot as it was or changed: 3. Or not when it looks again: it waits for the
//@   slot, or the slot changes and it begins anew as if nothing had been: 2 blocked. FAR = 1: it looks
//@   twice, and sees its turn come both times, or only then: 2; or not then: 1 blocked. With awaits it
//@   waits until its turn has come, or is near. But on the slot it waits for the slot, whatever
//@   now_serving becomes: if an unlock wrote the slot first, it would wait for ever (BROKEN_ORDER). So
//@   the execution in which it has seen that it is not its turn twice, and waits for the slot, is one of
//@   its own, in each order: 2 blocked. FAR = 1: nobody gets to the slot.
//@   RELOAD, REUSE, WEAK: numbers of tickets do not come back, so a thread that succeeds has loaded the number
//@   that it draws, and a failure leaves it where loading the number would: as many executions.
//@ all: verified executions=6 blocked=2
//@ all [--no-awaits --no-loop-purity]: verified executions=6 blocked=4
//@ all [-DFAR=1]: verified executions=4 blocked=0
//@ all [-DFAR=1 --no-awaits]: verified executions=4 blocked=2
//@ all [-DN=3]: verified
//@ all [-DN=3 -DFAR=1]: verified
//@ all [-DBROKEN_ORDER]: error livelock
//@ rc11 [-DBROKEN]: error data-race
//@ pso [-DBROKEN]: error assertion
//@ sc,tso,ra [-DBROKEN]: verified executions=6
//@ all [-DRELOAD]: verified executions=6
//@ all [-DREUSE]: verified executions=6
//@ all [-DREUSE -DWEAK]: verified executions=6
//@ all [-DREUSE -DFAR=1]: verified executions=4
//@ rc11 [-DREUSE -DWEAK -DN=3]: verified
//@ rc11 [-DREUSE -DBROKEN]: error data-race
//@ pso [-DREUSE -DBROKEN]: error assertion
//@ sc,tso,ra [-DREUSE -DBROKEN]: verified executions=6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

#ifndef FAR
#define FAR 0
#endif
#define SLOTS 4

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
static atomic_uint waiting[SLOTS];  // common to all locks; here there is but one

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
  unsigned ticket = draw();
  atomic_uint *slot = &waiting[ticket % SLOTS];

  // Far away from the turn: wait for a change of the slot.
  while (ticket - atomic_load_explicit(&now_serving, memory_order_acquire) > FAR) {
    unsigned seen = atomic_load_explicit(slot, memory_order_acquire);
    if (ticket - atomic_load_explicit(&now_serving, memory_order_acquire) <= FAR) {
      break;
    }
    while (atomic_load_explicit(slot, memory_order_acquire) == seen) {
    }
  }

  // Nearby: wait as every ticket lock does.
  while (atomic_load_explicit(&now_serving, memory_order_acquire) != ticket) {
  }
}

static void unlock(void) {
  unsigned next = atomic_load_explicit(&now_serving, memory_order_relaxed) + 1;
#ifdef BROKEN_ORDER
  atomic_fetch_add_explicit(&waiting[(next + FAR) % SLOTS], 1, memory_order_release);
  atomic_store_explicit(&now_serving, next, UNLOCK);
#else
  atomic_store_explicit(&now_serving, next, UNLOCK);
  // Whoever is now near enough has to know.
  atomic_fetch_add_explicit(&waiting[(next + FAR) % SLOTS], 1, memory_order_release);
#endif
}

static int counter;  // the lock is there for this

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
