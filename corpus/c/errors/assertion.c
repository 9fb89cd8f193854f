//@ about: A lost update: two threads increment a counter with a load and a store. FIXED uses one atomic addition.
//@ why: Both may read 0 and write 1, in every model.
//@ all: error assertion line 30
//@ all [-DFIXED]: verified
//@ all [-DFIXED -DNDEBUG]: verified
//@ all [-DNDEBUG]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *increment(void *unused) {
  (void)unused;
#ifdef FIXED
  atomic_fetch_add(&counter, 1);
#else
  atomic_store(&counter, atomic_load(&counter) + 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&counter) == 2);
}
