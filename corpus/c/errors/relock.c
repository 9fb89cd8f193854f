//@ about: A thread locks a mutex that it holds already, through a function that locks as well. FIXED uses a
//@   recursive mutex; with ERRORCHECK the second lock returns EDEADLK.
//@ why: POSIX: a normal mutex deadlocks with itself; a recursive one counts.
//@ all: error relock line 25
//@ all [-DTHREAD]: error relock line 25
//@ all [-DFIXED]: verified
//@ all [-DERRORCHECK]: verified
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#if defined(FIXED)
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#elif defined(ERRORCHECK)
static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static int balance;

static void deposit(int amount) {
  int result = pthread_mutex_lock(&lock);
#ifdef ERRORCHECK
  if (balance != 0) {
    assert(result == EDEADLK);
    return;
  }
#endif
  assert(result == 0);
  balance += amount;
  pthread_mutex_unlock(&lock);
}

static void *deposit_twice(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  balance = 1;
  deposit(2);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
#ifdef THREAD
  pthread_t thread;
  pthread_create(&thread, NULL, deposit_twice, NULL);
  pthread_join(thread, NULL);
#else
  deposit_twice(NULL);
#endif
  assert(balance >= 1);
}
