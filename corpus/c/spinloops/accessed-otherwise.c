//@ about: A thread that waits accesses something atomically meanwhile. ALIAS: another one writes it
//@   by a plain store, through a pointer that is initialised; PASSED: through one that is chosen.
//@   UNALIGNED: what is accessed is not aligned. CONSTANT: it must not be written.
//@ why: Where the thread has to wait, its access is an error or in a race. Otherwise it makes none.
//@ all [-DALIAS]: error data-race
//@ all [-DPASSED]: error data-race
//@ all [-DUNALIGNED]: error invalid-access
//@ all [-DCONSTANT]: error invalid-access
#include <pthread.h>
#include <stdatomic.h>

static int x, z, cells[3];
static const int number = 4;
static atomic_int y;
static int *alias = &x;
static volatile int choice;

static void *waits(void *unused) {
  while (!atomic_load(&y)) {
#if defined(UNALIGNED)
    (void)__atomic_load_n((int *)((char *)cells + 2), __ATOMIC_SEQ_CST);
#elif defined(CONSTANT)
    __atomic_fetch_or((int *)&number, 0, __ATOMIC_SEQ_CST);
#else
    (void)__atomic_load_n(&x, __ATOMIC_SEQ_CST);
#endif
  }
  return unused;
}

static void *writes(void *unused) {
#if defined(PASSED)
  int *place;
  if (choice) place = &z;
  else place = &x;
  *place = 1;
#elif defined(ALIAS)
  *alias = 1;
#endif
  atomic_store(&y, 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waits, NULL);
  pthread_create(&two, NULL, writes, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
