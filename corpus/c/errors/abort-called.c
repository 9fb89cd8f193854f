//@ about: A thread gives up with abort when it finds the resource taken. FIXED waits for its turn by taking a lock.
//@ why: One thread may look while the other is between its two accesses: an interleaving. The lock rules that out.
//@ all: error abort line 18
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int taken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&lock);
#endif
  if (atomic_exchange(&taken, 1) == 1) {
    abort();
  }
  atomic_store(&taken, 0);
#ifdef FIXED
  pthread_mutex_unlock(&lock);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  (void)lock;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
