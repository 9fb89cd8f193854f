//@ about: A thread sets a variable by a compare-exchange that goes on with the value that it has read, while another thread
//@   stores twice. The plain loop (default, WEAK) only waits; in each variant something makes an iteration that fails matter.
//@   KEPT: the value of the first load is used after the loop. COUNTED: iterations are counted. STORED: a failed iteration
//@   stores. ACQUIRE: the first load acquires, and the failure does not. RACE: an iteration reads plain memory that another
//@   thread writes if it knows that the loop was left. MASKED: the expected value is never in memory. FENCE: threads leave
//@   the loop before a compare-exchange, which would be a fence.
//@ why: Plain: the compare-exchange succeeds with the initial value, with 1 or with 2, and comes directly behind that write; the
//@   load has read the same value, or else the iteration could be left out. That is 3. Blocked: the load has read one of
//@   the two values before the last one, and waits for it to come back. KEPT: the load reads 0, and the compare-exchange fails
//@   with 2, then succeeds. COUNTED: it fails with 1, and with 2. STORED: it fails with 1, the thread stores 2, and
//@   succeeds with that. ACQUIRE: under RC11, a thread that loads 0, fails with 1 and then succeeds has not acquired the
//@   store of 1, so it may not see the message; in the other models every read acquires. RACE: the iteration that begins with 0
//@   reads the message; it fails with 1, and the thread leaves the loop and says so. All of this is relaxed, so under RC11 the
//@   write that follows is not ordered with that read. In the other models the read happens before the write. MASKED: the
//@   thread expects odd values, and all values are even: it waits for ever. FENCE: a load of 2 leaves the loop, so that the
//@   stores before it and the loads behind it are not ordered, except under SC.
//@ all: verified executions=3 blocked=2
//@ all [-DWEAK]: verified executions=3 blocked=2
//@ all [-DKEPT]: error assertion
//@ all [-DKEPT -DWEAK]: error assertion
//@ all [-DCOUNTED]: error assertion
//@ all [-DSTORED]: error assertion
//@ sc,tso,pso,ra [-DACQUIRE]: verified
//@ rc11 [-DACQUIRE]: error assertion
//@ sc,tso,pso,ra [-DRACE]: verified
//@ rc11 [-DRACE]: error data-race
//@ all [-DMASKED]: error livelock
//@ sc [-DFENCE]: verified
//@ tso,pso,ra,rc11 [-DFENCE]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define CAS atomic_compare_exchange_weak_explicit
#else
#define CAS atomic_compare_exchange_strong_explicit
#endif

static atomic_int x;

#if defined(ACQUIRE)
static atomic_int message;

static void *sets(void *unused) {
  int old = atomic_load_explicit(&x, memory_order_acquire);
  while (!CAS(&x, &old, 10, memory_order_relaxed, memory_order_relaxed)) {
  }
  if (old == 1) assert(atomic_load_explicit(&message, memory_order_relaxed) == 1);
  return unused;
}

static void *stores(void *unused) {
  atomic_store_explicit(&message, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_release);
  return unused;
}
#elif defined(RACE)
static atomic_int left;
static int message;

static void *sets(void *unused) {
  int seen = 0;
  int old = atomic_load_explicit(&x, memory_order_relaxed);
  do {
    if (old == 0) seen += message;
  } while (!CAS(&x, &old, 10, memory_order_relaxed, memory_order_relaxed));
  if (old == 1) atomic_store_explicit(&left, 1, memory_order_relaxed);
  return unused;
}

static void *stores(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  if (atomic_load_explicit(&left, memory_order_relaxed)) message = 1;
  return unused;
}
#elif defined(FENCE)
static atomic_int y, z, seen_y, seen_z;

static void *sets(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  int old = atomic_load_explicit(&x, memory_order_relaxed);
  while (old < 2 && !CAS(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed)) {
  }
  seen_z = 1 + atomic_load_explicit(&z, memory_order_relaxed);
  return unused;
}

static void *sets_too(void *unused) {
  atomic_store_explicit(&z, 1, memory_order_relaxed);
  int old = atomic_load_explicit(&x, memory_order_relaxed);
  while (old < 2 && !CAS(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed)) {
  }
  seen_y = 1 + atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void *stores(void *unused) {
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return unused;
}
#else
static void *sets(void *unused) {
  int first = atomic_load_explicit(&x, memory_order_relaxed);
  int old = first;
  int failures = 0;
#ifdef MASKED
  old |= 1;
#endif
  while (!CAS(&x, &old, 10, memory_order_relaxed, memory_order_relaxed)) {
#ifdef COUNTED
    failures++;
#endif
#ifdef STORED
    if (old == 1) atomic_store_explicit(&x, 2, memory_order_relaxed);
#endif
#ifdef MASKED
    old |= 1;
#endif
  }
#ifdef KEPT
  assert(first != 0 || old != 2);
#endif
#ifdef STORED
  assert(old != 2);
#endif
  assert(failures < 2);
  return unused;
}

static void *stores(void *unused) {
#ifdef MASKED
  atomic_store_explicit(&x, 4, memory_order_relaxed);
#else
  atomic_store_explicit(&x, 1, memory_order_relaxed);
#ifndef STORED
  atomic_store_explicit(&x, 2, memory_order_relaxed);
#endif
#endif
  return unused;
}
#endif

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, sets, NULL);
  pthread_create(&threads[1], NULL, stores, NULL);
#ifdef FENCE
  pthread_create(&threads[2], NULL, sets_too, NULL);
  pthread_join(threads[2], NULL);
#endif
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
#ifdef FENCE
  assert(seen_y != 1 || seen_z != 1);
#endif
  return 0;
}
