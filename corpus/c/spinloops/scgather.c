//@ about: Scatter and gather, after scgather in Table I of Kokologiannakis, Ren and Vafeiadis, Dynamic partial order
//@   reductions for spinloops (FMCAD 2021): N workers finish two parts each and count them in the low bits of a word;
//@   a gatherer counts itself in the high bits while it looks whether all parts are there. With BROKEN parts are
//@   counted without a release.
//@ why: Who reads all parts counted knows them. What a gatherer takes back again cancels out, and does not change the
//@   low bits, which are all that others look at. So the order in which parts are counted is all: (2 N)! / 2^N
//@   executions, 6, 90, 2520, the published number; the gatherer comes last. Or it comes before one of the 2 N parts,
//@   and waits: 2 N times as many blocked. With two gatherers they have 2 orders; one or both come too early, at one
//@   of 4 or of 4 * 5 places if N = 2: 12, and 6 * (2 * 4 + 20) = 168 blocked. Without that, with N = 2 and three
//@   tries: the last attempt in vain begins before the last part, all others are over by then, and it is taken back
//@   before or after that: 1, then C(5, 2) + C(4, 1), then C(7, 4) + C(6, 3) ways, or three attempts are in vain,
//@   C(8, 5), and it is cut: 6 * 70 = 420, and 6 * 56 = 336 blocked. BROKEN: under RC11 nothing synchronises, so the
//@   accesses to the parts race; elsewhere an rmw is strong whatever its ordering says.
//@ all [-DN=2]: verified executions=6 blocked=24
//@ all: verified executions=90 blocked=540
//@ rc11 [-DN=4]: verified executions=2520 blocked=20160
//@ all [-DN=2 -DGATHERERS=2]: verified executions=12 blocked=168
//@ all [-DN=2 --no-zne --unroll 2]: bounded executions=420 blocked=336
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN]: verified executions=90 blocked=540
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define FINISH memory_order_relaxed
#else
#define FINISH memory_order_release
#endif

#ifndef N
#define N 3
#endif
#ifndef GATHERERS
#define GATHERERS 1
#endif

#define LOOKS 0x100u
#define FINISHED 0xffu

static int parts[N][2];
static atomic_uint word;

static void *worker(void *argument) {
  int me = (int)(intptr_t)argument;
  parts[me][0] = 1;
  atomic_fetch_add_explicit(&word, 1, FINISH);
  parts[me][1] = 1;
  atomic_fetch_add_explicit(&word, 1, FINISH);
  return NULL;
}

static void wait_for_all(void) {
  while (1) {
    unsigned seen = atomic_fetch_add_explicit(&word, LOOKS, memory_order_acquire);
    if ((seen & FINISHED) == 2 * N) break;
    atomic_fetch_sub_explicit(&word, LOOKS, memory_order_relaxed);
  }
}

static void *gatherer(void *unused) {
  (void)unused;
  wait_for_all();
  int sum = 0;
  for (int i = 0; i < N; i++) sum += parts[i][0] + parts[i][1];
  assert(sum == 2 * N);
  return NULL;
}

int main(void) {
  pthread_t workers[N], gatherers[GATHERERS];
  for (int i = 0; i < N; i++) pthread_create(&workers[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < GATHERERS; i++) pthread_create(&gatherers[i], NULL, gatherer, NULL);
  for (int i = 0; i < N; i++) pthread_join(workers[i], NULL);
  for (int i = 0; i < GATHERERS; i++) pthread_join(gatherers[i], NULL);
  return 0;
}
