//@ about: Loops that wait, in shapes that hide it: by recursion (default), with two reads before the loop that are made again at
//@   its end (PEELED), with a count of failures that is only for backing off (BACKOFF), with a cached value in a global
//@   variable (CACHE), with two ways into the loop (IRREDUCIBLE), and around a condition variable (CONDITION). NEVER: nobody
//@   stores what is waited for.
//@ why: One thread waits for the other one's store, whatever it has read before, and goes on in one state: 1 execution. CACHE:
//@   the same. BACKOFF and CONDITION are not counted: how often the exchange fails is part of the state, and a thread that
//@   waits for a condition variable may come after the signal. NEVER: it waits for ever.
//@ all: verified executions=1
//@ all [-DPEELED]: verified executions=1
//@ all [-DCACHE]: verified executions=1
//@ all [-DIRREDUCIBLE]: verified executions=1
//@ all [-DBACKOFF]: verified
//@ all [-DCONDITION]: verified
//@ all [-DNEVER]: error livelock
//@ all [-DPEELED -DNEVER]: error livelock
//@ all [-DCACHE -DNEVER]: error livelock
//@ all [-DIRREDUCIBLE -DNEVER]: error livelock
//@ all [-DBACKOFF -DNEVER]: error livelock
//@ all [-DCONDITION -DNEVER]: error deadlock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, z;
static int cached;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

#if !defined(PEELED) && !defined(CACHE) && !defined(IRREDUCIBLE) && !defined(BACKOFF) && !defined(CONDITION)
static void wait_for_x(void) {
  if (!atomic_load(&x)) wait_for_x();
}
#endif

static void *waits(void *argument) {
#if defined(PEELED)
  int a = atomic_load(&x), b = atomic_load(&y);
  while (a == b) {
    a = atomic_load(&x);
    b = atomic_load(&y);
  }
#elif defined(CACHE)
  while (cached == 0) cached = atomic_load(&x);
#elif defined(IRREDUCIBLE)
  if (argument) goto second;
first:
  (void)atomic_load(&y);
second:
  if (!atomic_load(&x)) goto first;
#elif defined(BACKOFF)
  int failures = 0;
  while (atomic_exchange(&z, 1))
    if (++failures > 10) {
      sched_yield();
      failures = 0;
    }
#elif defined(CONDITION)
  pthread_mutex_lock(&mutex);
  while (!cached) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
#else
  wait_for_x();
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
  atomic_store(&z, 1);
  pthread_create(&thread, NULL, waits, &cached);
#ifndef NEVER
#if defined(BACKOFF)
  atomic_store(&z, 0);
#elif defined(CONDITION)
  pthread_mutex_lock(&mutex);
  cached = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
#else
  atomic_store(&x, 1);
#endif
#endif
  pthread_join(thread, NULL);
  return 0;
}
