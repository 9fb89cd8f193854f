//@ about: The second mutex of U. Drepper, Futexes are tricky (2004), as an implementation of the
//@   specification mutex: 0 is free, 1 held, 2 held and perhaps waited for. A mutex and a semaphore
//@   stand for the kernel's queue of sleeping threads. BROKEN: taking the lock after a wait does
//@   not acquire. BROKEN_WAIT: a thread that has waited marks the lock as held, but not as waited
//@   for.
//@ why: A thread holds the lock if it has changed the word from 0, which the last holder has left
//@   there with a release. It leaves 2 behind if it has waited, since others may wait, too. BROKEN:
//@   a thread that had to wait does not see what the last holder did, under RC11 and C++20; in the
//@   other models an rmw is strong. BROKEN_WAIT: of two threads that wait the second one is not
//@   woken up, and waits for ever: three threads, under every model.
//@ implements: mutex
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_WAIT --threads 3 --calls 1]: error
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define LOCK_AFTER_WAIT memory_order_relaxed
#else
#define LOCK_AFTER_WAIT memory_order_acquire
#endif

typedef struct {
  atomic_int word;
  pthread_mutex_t kernel;
  int sleepers;
  sem_t asleep;
} lock_t;

void lock_init(lock_t *lock) {
  atomic_init(&lock->word, 0);
  pthread_mutex_init(&lock->kernel, NULL);
  lock->sleepers = 0;
  sem_init(&lock->asleep, 0, 0);
}

/* The system calls. A thread sleeps only if the word is as expected; one thread is woken up. */
static void futex_wait(lock_t *lock, int expected) {
  pthread_mutex_lock(&lock->kernel);
  _Bool sleeps = atomic_load_explicit(&lock->word, memory_order_relaxed) == expected;
  if (sleeps) lock->sleepers++;
  pthread_mutex_unlock(&lock->kernel);
  if (sleeps) sem_wait(&lock->asleep);
}

static void futex_wake(lock_t *lock) {
  pthread_mutex_lock(&lock->kernel);
  if (lock->sleepers > 0) {
    lock->sleepers--;
    sem_post(&lock->asleep);
  }
  pthread_mutex_unlock(&lock->kernel);
}

void lock_acquire(lock_t *lock) {
  int seen = 0;
  if (atomic_compare_exchange_strong_explicit(&lock->word, &seen, 1, memory_order_acquire,
                                              memory_order_relaxed)) {
    return;
  }
#ifdef BROKEN_WAIT
  do {
    if (seen == 2 || atomic_compare_exchange_strong(&lock->word, &seen, 2)) futex_wait(lock, 2);
    seen = 0;
  } while (!atomic_compare_exchange_strong(&lock->word, &seen, 1));
#else
  if (seen != 2) seen = atomic_exchange_explicit(&lock->word, 2, LOCK_AFTER_WAIT);
  while (seen != 0) {
    futex_wait(lock, 2);
    seen = atomic_exchange_explicit(&lock->word, 2, LOCK_AFTER_WAIT);
  }
#endif
}

void lock_release(lock_t *lock) {
  if (atomic_exchange_explicit(&lock->word, 0, memory_order_release) == 2) futex_wake(lock);
}
