//@ about: Two symmetric threads compete for a place. The one that comes second waits while
//@   there is an address below its own.
//@ why: The first one's address is above the other's if the younger thread is first: then the
//@   second one goes on and fails. That is not seen in the executions with the elder one first, in
//@   which the address is a value that is not waited for.
//@ all: error assertion
//@ all [--symmetry]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uintptr_t place;

static void *run(void *unused) {
  char local = 0;
  uintptr_t own = (uintptr_t)&local, other = 0;
  if (atomic_compare_exchange_strong(&place, &other, own)) {
    atomic_store(&place, 0);
  } else {
    while ((other = atomic_load(&place)) != 0 && other < own) {
    }
    assert(other == 0);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, run, NULL);
  pthread_create(&two, NULL, run, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
