//@ about: A counter under a pthread spin lock. BROKEN: one thread forgets the lock.
//@ why: pthread spin locks exclude each other and synchronise; waiting for one is not a loop of the
//@   program, so nothing is cut. BROKEN: the increments are not ordered, in any model.
//@ all: verified
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int counter;

static void *with_lock(void *unused) {
  (void)unused;
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return NULL;
}

#ifdef BROKEN
static void *without_lock(void *unused) {
  (void)unused;
  counter++;
  return NULL;
}
#define SECOND without_lock
#else
#define SECOND with_lock
#endif

int main(void) {
  pthread_t first, second;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&first, NULL, with_lock, NULL);
  pthread_create(&second, NULL, SECOND, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_spin_destroy(&lock);
  assert(counter == 2);
  return 0;
}
