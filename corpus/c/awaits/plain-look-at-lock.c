//@ about: A lock by exchanges, whose holder reads it by a plain load before it lets go. LATE: not
//@   before it has seen a number that is replaced by another one at once.
//@ why: An exchange that comes too early writes what was there, which races with the plain load;
//@   the one that gets the lock comes after the release. LATE: if the holder misses its number, it
//@   waits for ever; liveness is another matter.
//@ options: --no-liveness
//@ all: error data-race
//@ all [-DLATE]: error data-race
#include <pthread.h>
#include <stdatomic.h>

static int lock = 1;
static atomic_int number;

static void *locker(void *unused) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
  }
  return unused;
}

static void *holder(void *unused) {
#ifdef LATE
  while (atomic_load(&number) != 1) {
  }
#endif
  (void)*(volatile int *)&lock;
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, locker, NULL);
  pthread_create(&two, NULL, holder, NULL);
#ifdef LATE
  atomic_store(&number, 1);
  atomic_store(&number, 2);
#endif
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
