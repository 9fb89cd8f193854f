//@ about: L. Lamport's bakery (A new solution of Dijkstra's concurrent programming problem, CACM
//@   1974) for THREADS threads, as an implementation of the specification mutex. A thread gets its
//@   place when it first locks. BROKEN: no thread says that it is drawing a number. BROKEN_ORDER:
//@   the accesses acquire and release, but are not seq_cst.
//@ why: Everything is seq_cst, so the argument for interleavings holds. A thread waits for those
//@   that are drawing, and for those with a smaller number, or the same one and a smaller place.
//@   BROKEN: a thread sees that the other one has no number yet, and enters; that one then draws
//@   the same number, and its place is smaller: two threads under every model. BROKEN_ORDER: both
//@   threads see no number of the other, under every model but SC.
//@ implements: mutex
//@ sc,tso,rc11,cpp20: holds
//@ ra: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN]: error
//@ sc [-DBROKEN_ORDER]: holds
//@ tso,rc11,cpp20 [-DBROKEN_ORDER]: error
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifdef BROKEN_ORDER
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

typedef struct {
  atomic_bool drawing[THREADS];
  atomic_int numbers[THREADS];  // 0: does not want to enter
} lock_t;

static atomic_int threads;
static _Thread_local int place = -1;

void lock_init(lock_t *lock) {
  for (int i = 0; i < THREADS; i++) {
    atomic_init(&lock->drawing[i], false);
    atomic_init(&lock->numbers[i], 0);
  }
}

static void draw(lock_t *lock) {
  int highest = 0;
#ifndef BROKEN
  atomic_store_explicit(&lock->drawing[place], true, STORE);
#endif
  for (int i = 0; i < THREADS; i++) {
    int seen = atomic_load_explicit(&lock->numbers[i], LOAD);
    if (seen > highest) highest = seen;
  }
  atomic_store_explicit(&lock->numbers[place], highest + 1, STORE);
#ifndef BROKEN
  atomic_store_explicit(&lock->drawing[place], false, STORE);
#endif
}

void lock_acquire(lock_t *lock) {
  if (place < 0) place = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed);
  assert(place < THREADS);
  draw(lock);
  int mine = atomic_load_explicit(&lock->numbers[place], memory_order_relaxed);
  for (int i = 0; i < THREADS; i++) {
    if (i == place) continue;
    while (atomic_load_explicit(&lock->drawing[i], LOAD)) {
    }
    // Equal numbers: the smaller place goes first.
    int limit = i < place ? mine : mine - 1;
    int number;
    do {
      number = atomic_load_explicit(&lock->numbers[i], LOAD);
    } while (number != 0 && number <= limit);
  }
}

void lock_release(lock_t *lock) {
  atomic_store_explicit(&lock->numbers[place], 0, memory_order_release);
}
