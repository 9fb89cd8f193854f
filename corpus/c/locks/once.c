//@ about: Initialisation by whoever needs it first, with pthread_once. BROKEN: with a flag that is looked
//@   at and set in two steps.
//@ why: pthread_once runs the function once, and returns only when it has finished; its effects are visible
//@   then. BROKEN: both threads find the flag not set and initialise; an interleaving, so in every model.
//@ all: verified
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static int table[2];
static int initialisations;

static void initialise(void) {
  table[0] = 1;
  table[1] = 2;
  initialisations++;
}

#ifdef BROKEN
static atomic_bool done;

static void make_sure(void) {
  if (!atomic_load(&done)) {
    initialise();
    atomic_store(&done, true);
  }
}
#else
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_sure(void) {
  pthread_once(&once, initialise);
}
#endif

static void *worker(void *unused) {
  (void)unused;
  make_sure();
  assert(table[0] == 1 && table[1] == 2);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(initialisations == 1);
  return 0;
}
