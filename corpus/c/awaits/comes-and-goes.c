//@ about: A value that comes and goes: x is set and cleared PULSES times, and a thread waits WAITS times until it is
//@   set. With ASSUME it looks once and assumes that. With BETWEEN it waits until x is clear again before the next time.
//@ why: The waits read the pulses in order, any of them several times: C(PULSES + WAITS - 1, WAITS) executions. x is
//@   clear in the end; so any wait may be the one that lasts, and then it does not matter what others there would have
//@   been: the sum of C(PULSES + j - 1, j) for j < WAITS, that is C(PULSES + WAITS - 1, WAITS - 1) blocked. These
//@   never end, which is an error, but not if they are only assumed away. BETWEEN, with two pulses and two waits: the
//@   first wait reads one of them, and the wait for clear the 0 behind it or, of the first one, that behind the second;
//@   then there is a pulse left, if both read the first ones: 1 execution, and 3 blocked in the second wait; and 1 in
//@   the first. With awaits the thread never reads anything else.
//@ all: error livelock
//@ all [-DASSUME]: verified executions=1 blocked=1
//@ all [--no-liveness]: verified executions=1 blocked=1
//@ all [-DPULSES=3 --no-liveness]: verified executions=3 blocked=1
//@ all [-DPULSES=2 -DWAITS=2 --no-liveness]: verified executions=3 blocked=3
//@ all [-DPULSES=3 -DWAITS=3 --no-liveness]: verified executions=10 blocked=10
//@ all [-DPULSES=3 -DWAITS=3 -DASSUME]: verified executions=10 blocked=10
//@ all [-DPULSES=2 -DWAITS=2 -DBETWEEN --no-liveness]: verified executions=1 blocked=4
//@ all [-DPULSES=2 -DWAITS=2 -DBETWEEN]: error livelock
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef PULSES
#define PULSES 1
#endif
#ifndef WAITS
#define WAITS 1
#endif

static atomic_int x;

static void *pulse(void *unused) {
  (void)unused;
  for (int i = 0; i < PULSES; i++) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 0, memory_order_relaxed);
  }
  return NULL;
}

static void wait_for(int value) {
#ifdef ASSUME
  porf_assume(atomic_load_explicit(&x, memory_order_relaxed) == value);
#else
  while (atomic_load_explicit(&x, memory_order_relaxed) != value) {
  }
#endif
}

static void *waiter(void *unused) {
  (void)unused;
  for (int i = 0; i < WAITS; i++) {
#ifdef BETWEEN
    if (i > 0) wait_for(0);
#endif
    wait_for(1);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, pulse, NULL);
  pthread_create(&second, NULL, waiter, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
