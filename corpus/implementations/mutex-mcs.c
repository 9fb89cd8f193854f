//@ about: The MCS queue lock (Mellor-Crummey and Scott, Algorithms for scalable synchronization on
//@   shared-memory multiprocessors, TOCS 1991, section 2.4) as an implementation of the
//@   specification mutex, with one node for each thread, so that a thread holds one lock at a time.
//@   BROKEN: handing over does not release. BROKEN_LEAVE: a thread that leaves does not wait for a
//@   successor that has joined the line but not linked its node. BROKEN_ORDER: joining the line
//@   does not acquire.
//@ why: The exchange of the tail puts threads in a line. A thread enters when the line was empty,
//@   having read the tail that the last holder released, or when its predecessor hands over.
//@   BROKEN, BROKEN_ORDER: nothing synchronises under RC11 and C++20, on the one way or on the
//@   other. In the other models accesses are strong anyway. BROKEN_LEAVE: the successor waits for
//@   ever, under every model.
//@ implements: mutex
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra [-DBROKEN_ORDER]: holds
//@ rc11,cpp20 [-DBROKEN_ORDER]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_LEAVE]: error
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROKEN
#define HAND_OVER memory_order_relaxed
#else
#define HAND_OVER memory_order_release
#endif
#ifdef BROKEN_ORDER
#define JOIN memory_order_release
#else
#define JOIN memory_order_acq_rel
#endif

struct node {
  _Atomic(struct node *) next;
  atomic_bool waiting;
};

typedef struct {
  _Atomic(struct node *) tail;
} lock_t;

static _Thread_local struct node mine;

void lock_init(lock_t *lock) {
  atomic_init(&lock->tail, NULL);
}

void lock_acquire(lock_t *lock) {
  atomic_store_explicit(&mine.next, NULL, memory_order_relaxed);
  atomic_store_explicit(&mine.waiting, true, memory_order_relaxed);
  // Acquire: the line may be empty because the last holder left. Release: others will use the node.
  struct node *previous = atomic_exchange_explicit(&lock->tail, &mine, JOIN);
  if (previous == NULL) return;
  atomic_store_explicit(&previous->next, &mine, memory_order_release);
  while (atomic_load_explicit(&mine.waiting, memory_order_acquire)) {
  }
}

void lock_release(lock_t *lock) {
  struct node *successor = atomic_load_explicit(&mine.next, memory_order_acquire);
  if (successor == NULL) {
    struct node *expected = &mine;
    if (atomic_compare_exchange_strong_explicit(&lock->tail, &expected, NULL,
                                                memory_order_release, memory_order_relaxed)) {
      return;
    }
#ifdef BROKEN_LEAVE
    return;
#endif
    // Somebody has joined the line, and is about to say so.
    while ((successor = atomic_load_explicit(&mine.next, memory_order_acquire)) == NULL) {
    }
  }
  atomic_store_explicit(&successor->waiting, false, HAND_OVER);
}
