//@ about: A sequence lock (H.-J. Boehm, Can seqlocks get along with programming language memory models?,
//@   MSPC 2012): readers do not write, but read again if a writer was at work. Of N threads one writes,
//@   the others read. BROKEN_WRITER: no fence between the odd number and the data; BROKEN_READER: no
//@   fence between the data and the number read last.
//@   RELOAD, REUSE: WRITERS writers make the number odd by compare-exchange, and after a failure load it again, or
//@   use the one that the failure has read. WEAK: the compare-exchange may fail spuriously. EVEN: a reader waits for an even
//@   number first.
//@ why: A reader that sees new data, and its fence behind that, knows what the writer's fence is behind
//@   of, the odd number; so the two numbers differ. BROKEN_WRITER: the data are seen before the odd
//@   number, under PSO, which does not keep the stores in order, and under RC11, where the reader's fence
//@   has nothing to synchronise with. BROKEN_READER: the last number may be an old one under RC11; TSO
//@   and PSO keep loads in order. Under RA whoever reads new data knows the odd number, fences or not.
//@   Count: the reader ends with everything old or everything new: 2 executions. Else it would read
//@   again. Having read 0 first: old data and then 1 or 2, or one of three pairs with new data and then 1
//@   or 2: 8 blocked. Having read 1 first: any data, then 1 or 2: 8 more. Readers do not know of each
//@   other: 2^(N - 1) of 18^(N - 1) executions are complete. A thread that awaits reads nothing that would send it back:
//@   it blocks after 0 and one of four pairs of data, 4 of the 16. With symmetry, N - 1 readers have a multiset of these 6 ends:
//@   21 for 2 of them, 56 for 3, and 3 and 4 of 2 complete ones.
//@   EVEN: reading data after an odd number is in vain either way. RELOAD, REUSE, WEAK: numbers do not come back,
//@   so a writer that succeeds has loaded the number that it replaces. Two writers have 2 orders, and a reader then reads the
//@   data of the beginning, of the first or of the second writer: 2 * 3.
//@ all [--no-awaits --no-loop-purity]: verified executions=2 blocked=16
//@ all: verified executions=2 blocked=4
//@ all [-DN=3 --no-awaits --no-loop-purity]: verified executions=4 blocked=320
//@ all [-DN=3]: verified executions=4 blocked=32
//@ all [-DN=3 --symmetry]: verified executions=3 blocked=18
//@ rc11 [-DN=4 --no-awaits --no-loop-purity]: verified executions=8 blocked=5824
//@ rc11 [-DN=4]: verified executions=8
//@ all [-DN=4 --symmetry]: verified executions=4 blocked=52
//@ pso,rc11 [-DBROKEN_WRITER]: error assertion
//@ sc,tso,ra [-DBROKEN_WRITER --no-awaits --no-loop-purity]: verified executions=2 blocked=16
//@ sc,tso,ra [-DBROKEN_WRITER]: verified executions=2
//@ rc11 [-DBROKEN_READER]: error assertion
//@ sc,tso,pso,ra [-DBROKEN_READER --no-awaits --no-loop-purity]: verified executions=2 blocked=16
//@ sc,tso,pso,ra [-DBROKEN_READER]: verified executions=2
//@ all [-DEVEN]: verified executions=2
//@ all [-DRELOAD]: verified executions=2
//@ all [-DREUSE]: verified executions=2
//@ all [-DRELOAD -DWRITERS=2]: verified executions=2
//@ all [-DREUSE -DWEAK -DWRITERS=2]: verified executions=2
//@ all [-DRELOAD -DWRITERS=2 -DN=3]: verified executions=6
//@ all [-DREUSE -DWRITERS=2 -DN=3]: verified executions=6
//@ all [-DREUSE -DWEAK -DEVEN -DWRITERS=2 -DN=3]: verified executions=6
//@ rc11 [-DREUSE -DWEAK -DEVEN -DBROKEN_WRITER]: error assertion
//@ rc11 [-DREUSE -DWEAK -DEVEN -DBROKEN_READER]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

#ifndef WRITERS
#define WRITERS 1
#endif

static atomic_uint sequence;  // odd while a write is going on
static atomic_int low, high;  // always equal, but for the time of a write

static void write_both(int value) {
#if defined(RELOAD)
  // Several writers: whoever makes the number odd is alone.
  unsigned old;
  do {
    old = atomic_load_explicit(&sequence, memory_order_relaxed);
  } while (old % 2 != 0 ||
           !compare_exchange(&sequence, &old, old + 1, memory_order_acquire, memory_order_relaxed));
#elif defined(REUSE)
  unsigned old = atomic_load_explicit(&sequence, memory_order_relaxed);
  for (;;) {
    if (old % 2 != 0) {
      old = atomic_load_explicit(&sequence, memory_order_relaxed);
    } else if (compare_exchange(&sequence, &old, old + 1, memory_order_acquire, memory_order_relaxed)) {
      break;
    }
  }
#else
  unsigned old = atomic_load_explicit(&sequence, memory_order_relaxed);
  atomic_store_explicit(&sequence, old + 1, memory_order_relaxed);
#endif
#ifndef BROKEN_WRITER
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&low, value, memory_order_relaxed);
  atomic_store_explicit(&high, value, memory_order_relaxed);
  atomic_store_explicit(&sequence, old + 2, memory_order_release);
}

static void read_both(int *low_seen, int *high_seen) {
  unsigned before, after;
  do {
#ifdef EVEN
    while ((before = atomic_load_explicit(&sequence, memory_order_acquire)) % 2 != 0) {
    }
#else
    before = atomic_load_explicit(&sequence, memory_order_acquire);
#endif
    *low_seen = atomic_load_explicit(&low, memory_order_relaxed);
    *high_seen = atomic_load_explicit(&high, memory_order_relaxed);
#ifndef BROKEN_READER
    atomic_thread_fence(memory_order_acquire);
#endif
    after = atomic_load_explicit(&sequence, memory_order_relaxed);
  } while (before != after || before % 2 != 0);
}

static void *writer(void *unused) {
  (void)unused;
  write_both(1);
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  int low_seen, high_seen;
  read_both(&low_seen, &high_seen);
  assert(low_seen == high_seen);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, i < WRITERS ? writer : reader, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
