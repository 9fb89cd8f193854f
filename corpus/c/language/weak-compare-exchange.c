//@ about: A weak compare-exchange may fail although the value is the expected one (C11 7.17.7.4). Who does not try
//@   again has a bug; with STRONG the strong form does not fail.
//@ why: One thread, one location: only the spurious failure can break the assertion. See its counterpart without them.
//@ all: error assertion line 32
//@ all [-DSTRONG]: verified
//@ all [-DLOOP]: error assertion line 32
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int word;

static bool exchange(void) {
  int expected = 0;
#if defined(STRONG)
  return atomic_compare_exchange_strong(&word, &expected, 1);
#elif defined(LOOP)
  for (int tries = 0; tries < 2; tries++) {  // twice is not often enough
    if (atomic_compare_exchange_weak(&word, &expected, 1)) return true;
  }
  return false;
#else
  return atomic_compare_exchange_weak(&word, &expected, 1);
#endif
}

static void *set(void *unused) {
  (void)unused;
  bool done = exchange();
  assert(done);
  return NULL;
}

int main(void) {
  pthread_t setter;
  pthread_create(&setter, NULL, set, NULL);
  pthread_join(setter, NULL);
}
