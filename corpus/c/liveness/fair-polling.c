//@ about: Ways to wait in which every thread gets its turn in the end, each with two threads that want a lock: test-and-set (default), TTAS,
//@   TICKET, CAS, POLITE (a lock is tried, and after a failure it is looked at until it is free), YIELD (with sched_yield and a
//@   count of failures), TRYLOCK, SPINLOCK, BACKOFF (a failure makes the thread wait for the other one's progress), HANDOVER (one thread
//@   waits for the other's word). STUCK: the first thread never lets go.
//@ why: A thread that has the lock releases it, whatever the others do, and a thread that takes its turn after that gets it. So no
//@   thread goes round for ever. STUCK: the other one does, in every model, unless it comes first.
//@ all: verified
//@ all [-DTTAS]: verified
//@ all [-DTICKET]: verified
//@ all [-DCAS]: verified
//@ all [-DPOLITE]: verified
//@ all [-DYIELD]: verified
//@ all [-DTRYLOCK]: verified
//@ all [-DSPINLOCK]: verified
//@ all [-DBACKOFF]: verified
//@ all [-DHANDOVER]: verified
//@ all [-DSTUCK]: error livelock
//@ all [-DTTAS -DSTUCK]: error livelock
//@ all [-DCAS -DSTUCK]: error livelock
//@ all [-DPOLITE -DSTUCK]: error livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word, next, serving, progress;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spinlock;
static int counter;

static void acquire(long self) {
  (void)self;
#if defined(TTAS)
  do {
    while (atomic_load(&word)) {
    }
  } while (atomic_exchange(&word, 1));
#elif defined(TICKET)
  int mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine) {
  }
#elif defined(CAS)
  int free = 0;
  while (!atomic_compare_exchange_strong(&word, &free, 1)) free = 0;
#elif defined(POLITE)
  while (atomic_exchange(&word, 1)) {
    while (atomic_load(&word)) {
    }
  }
#elif defined(YIELD)
  while (atomic_exchange(&word, 1)) sched_yield();
#elif defined(TRYLOCK)
  while (pthread_mutex_trylock(&mutex)) {
  }
#elif defined(SPINLOCK)
  pthread_spin_lock(&spinlock);
#elif defined(BACKOFF)
  while (atomic_exchange(&word, 1)) {
    int seen = atomic_load(&progress);
    while (atomic_load(&word) && atomic_load(&progress) == seen) {
    }
  }
#elif defined(HANDOVER)
  while (atomic_load(&serving) != self) {
  }
#else
  while (atomic_exchange(&word, 1)) {
  }
#endif
}

static void release(long self) {
  (void)self;
#if defined(TICKET) || defined(HANDOVER)
  atomic_fetch_add(&serving, 1);
#elif defined(TRYLOCK)
  pthread_mutex_unlock(&mutex);
#elif defined(SPINLOCK)
  pthread_spin_unlock(&spinlock);
#else
  atomic_fetch_add(&progress, 1);
#ifdef STUCK
  if (self == 0) return;
#endif
  atomic_store(&word, 0);
#endif
}

static void *thread(void *argument) {
  acquire((long)argument);
  counter++;
  release((long)argument);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&spinlock, 0);
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, thread, (void *)i);
  for (long i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
