//@ about: The work-stealing deque of D. Chase and Y. Lev (SPAA 2005) in the C11 version of N. M. Lê, A. Pop, A. Cohen
//@   and F. Zappa Nardelli (Correct and Efficient Work-Stealing for Weak Memory Models, PPoPP 2013), with a buffer of
//@   fixed size. The owner pushes PUSHES items and then takes TAKES; each of THIEVES thieves tries STEALS times to
//@   steal; with RETRY, one that somebody else was faster than does not count. With BROKEN the fence in take is
//@   missing.
//@   REUSE: it goes on with the top that the failure has read. WEAK: a thief's compare-exchange may fail spuriously.
//@ why: No item is taken twice, and what was not taken is still there. The two seq_cst fences see to it that of a
//@   take that reads an old top and a thief that reads an old bottom one knows the other. With BROKEN the owner takes
//@   the second item without a compare-exchange while a thief, who has stolen the first, still reads the old bottom
//@   and steals the second, too. SC has no need of the fence. RA has no fences; nothing is claimed there. RETRY: a
//@   thief that lost has done nothing, and waits for the top to be another one.
//@   REUSE: the failure acquires the top as the load does.
//@ sc,tso,pso,rc11: verified
//@ sc,tso,pso,rc11 [-DRETRY]: verified
//@ rc11 [-DRETRY -DTHIEVES=2]: verified
//@ sc [-DBROKEN]: verified
//@ tso,pso,rc11 [-DBROKEN]: error assertion
//@ sc,tso,pso,rc11 [-DPUSHES=3 -DTAKES=2 -DTHIEVES=2 -DSTEALS=1]: verified
//@ rc11 [-DPUSHES=2 -DTAKES=1 -DTHIEVES=2 -DSTEALS=2]: verified
//@ rc11 [-DPUSHES=4 -DTAKES=3 -DTHIEVES=2 -DSTEALS=2] slow: verified
//@ rc11 [-DPUSHES=2 -DTAKES=1 -DTHIEVES=3 -DSTEALS=2] slow: verified
//@ sc,tso,pso,rc11 [-DRETRY -DREUSE]: verified
//@ sc,tso,pso,rc11 [-DRETRY -DREUSE -DWEAK]: verified
//@ sc,tso,pso,rc11 [-DRETRY -DWEAK]: verified
//@ rc11 [-DRETRY -DREUSE -DTHIEVES=2]: verified
//@ sc [-DRETRY -DREUSE -DBROKEN]: verified
//@ tso,pso,rc11 [-DRETRY -DREUSE -DBROKEN]: error assertion
//@ tso,pso,rc11 [-DRETRY -DREUSE -DWEAK -DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef PUSHES
#define PUSHES 2
#endif
#ifndef TAKES
#define TAKES 1
#endif
#ifndef THIEVES
#define THIEVES 1
#endif
#ifndef STEALS
#define STEALS 2
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

#ifdef RETRY
#define RETRIES 1
#else
#define RETRIES 0
#endif

#define CAPACITY 8  // at least PUSHES, so the buffer never grows

enum { NOTHING = -1, LOST = -2 };

static atomic_long top, bottom;
static atomic_int buffer[CAPACITY];

static void push(int item) {
  long b = atomic_load_explicit(&bottom, memory_order_relaxed);
  long t = atomic_load_explicit(&top, memory_order_acquire);
  assert(b - t < CAPACITY);
  atomic_store_explicit(&buffer[b % CAPACITY], item, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
#ifndef BROKEN
  atomic_thread_fence(memory_order_seq_cst);
#endif
  long t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t > b) {  // empty
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return NOTHING;
  }
  int item = atomic_load_explicit(&buffer[b % CAPACITY], memory_order_relaxed);
  if (t == b) {  // the last item: race with the thieves for it
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed)) {
      item = NOTHING;
    }
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  }
  return item;
}

#ifdef REUSE

/* Whoever lost goes on with the top that the failure has read. */
static int steal(void) {
  long t = atomic_load_explicit(&top, memory_order_acquire);
  for (;;) {
    atomic_thread_fence(memory_order_seq_cst);
    long b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b) return NOTHING;
    int item = atomic_load_explicit(&buffer[t % CAPACITY], memory_order_relaxed);
    if (compare_exchange(&top, &t, t + 1, memory_order_seq_cst, memory_order_acquire)) return item;
  }
}

#else

static int steal(void) {
  long t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  long b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b) return NOTHING;
  int item = atomic_load_explicit(&buffer[t % CAPACITY], memory_order_relaxed);
  if (!compare_exchange(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed)) {
    return LOST;  // somebody else was faster
  }
  return item;
}

#endif

/* What a thread got: bit i stands for item i. A thread's result, so that counting makes no shared accesses. */
static unsigned long with_item(unsigned long items, int item) {
  if (item == NOTHING || item == LOST) return items;
  assert((items >> item & 1) == 0);
  return items | 1ul << item;
}

static void *owner(void *unused) {
  (void)unused;
  unsigned long items = 0;
  for (int item = 0; item < PUSHES; item++) push(item);
  for (int i = 0; i < TAKES; i++) items = with_item(items, take());
  return (void *)items;
}

static void *thief(void *unused) {
  (void)unused;
  unsigned long items = 0;
  for (int i = 0; i < STEALS; i++) {
    int item;
    do {
      item = steal();
    } while (item == LOST && RETRIES);
    items = with_item(items, item);
  }
  return (void *)items;
}

int main(void) {
  pthread_t threads[1 + THIEVES];
  pthread_create(&threads[0], NULL, owner, NULL);
  for (int i = 1; i <= THIEVES; i++) pthread_create(&threads[i], NULL, thief, NULL);

  unsigned long all = 0;
  for (int i = 0; i <= THIEVES; i++) {
    void *result;
    pthread_join(threads[i], &result);
    unsigned long items = (unsigned long)result;
    assert((all & items) == 0);  // nothing is taken twice
    all |= items;
  }
  long left = atomic_load_explicit(&bottom, memory_order_relaxed) - atomic_load_explicit(&top, memory_order_relaxed);
  assert(__builtin_popcountl(all) + left == PUSHES);  // nothing is lost
}
