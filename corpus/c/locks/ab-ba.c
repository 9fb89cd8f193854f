//@ about: Two threads move money between two accounts, in opposite directions, each account with its own
//@   mutex. All lock the accounts in the same order. BACK_OFF: each locks its own first, and lets it go
//@   again if the other one is taken. BROKEN: each locks its own first and waits for the other.
//@ why: With one order, an execution is who goes first: 2. BACK_OFF: nobody waits while holding a mutex;
//@   two threads can go on stepping back for ever, hence the bound. BROKEN: each holds one mutex and waits
//@   for the other's.
//@ all: verified executions=2
//@ all [-DBACK_OFF --unroll 2]: bounded
//@ all [-DBROKEN]: error deadlock
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account a = {PTHREAD_MUTEX_INITIALIZER, 10};
static struct account b = {PTHREAD_MUTEX_INITIALIZER, 10};

static void lock_both(struct account *from, struct account *to) {
#if defined BACK_OFF
  pthread_mutex_lock(&from->mutex);
  while (pthread_mutex_trylock(&to->mutex) != 0) {
    pthread_mutex_unlock(&from->mutex);
    sched_yield();
    pthread_mutex_lock(&from->mutex);
  }
#elif defined BROKEN
  pthread_mutex_lock(&from->mutex);
  pthread_mutex_lock(&to->mutex);
#else
  struct account *first = from == &a ? from : to;
  struct account *second = from == &a ? to : from;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
#endif
}

static void transfer(struct account *from, struct account *to, int amount) {
  lock_both(from, to);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&from->mutex);
  pthread_mutex_unlock(&to->mutex);
}

static void *a_to_b(void *unused) {
  (void)unused;
  transfer(&a, &b, 3);
  return NULL;
}

static void *b_to_a(void *unused) {
  (void)unused;
  transfer(&b, &a, 5);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, a_to_b, NULL);
  pthread_create(&second, NULL, b_to_a, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(a.balance == 12 && b.balance == 8);
  return 0;
}
