//@ about: A thread waits for a word that comes when another one has finished. That one waits, too,
//@   looks at a plain variable meanwhile, and then, EXITS: ends the process; by default it may
//@   assume what is not so.
//@ why: A thread that has looked too early goes on. Then the assumption is false and there is no
//@   such execution, or it is true and the word comes; or the process ends. So nobody waits for
//@   ever. EXITS: the first thread is left behind by main.
//@ all: verified
//@ all [-DEXITS]: verified left-behind
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, word;
static int plain;

static void *waits(void *unused) {
  while (!atomic_load(&word)) {
  }
  return unused;
}

static void *looks(void *unused) {
#ifdef EXITS
  atomic_store(&go, 1);
#else
  int is_so = porf_nondet_bool();
  while (!atomic_load(&go)) (void)*(volatile int *)&plain;
  porf_assume(is_so);
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, waits, NULL);
  pthread_create(&two, NULL, looks, NULL);
#ifdef EXITS
  while (!atomic_load(&go)) (void)*(volatile int *)&plain;
#else
  atomic_store(&go, 1);
  pthread_join(two, NULL);
  atomic_store(&word, 1);
  pthread_join(one, NULL);
#endif
  return 0;
}
