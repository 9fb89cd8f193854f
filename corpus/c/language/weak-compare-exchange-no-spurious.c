//@ about: The same weak compare-exchange when spurious failures are turned off, and a retry loop that then ends.
//@ why: Without spurious failures the weak form is the strong one. Two threads add one each by compare-exchange: a
//@   failure means that the other one was faster, so a second try succeeds.
//@ options: --no-spurious
//@ all: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word, counter;

static void *set(void *unused) {
  (void)unused;
  int seen = atomic_load(&counter);
  while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1)) {
  }
  return NULL;
}

int main(void) {
  int expected = 0;
  pthread_t first, second;
  pthread_create(&first, NULL, set, NULL);
  pthread_create(&second, NULL, set, NULL);
  assert(atomic_compare_exchange_weak(&word, &expected, 1));
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&counter) == 2);
}
