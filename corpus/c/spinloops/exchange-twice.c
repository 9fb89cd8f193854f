//@ about: A thread compares and exchanges until that fails, again and again; before each round it
//@   looks whether another thread, which has seen the new value, has raised a flag.
//@ why: The first exchange succeeds and the next one fails, so that the first round has written.
//@   The flag may be up at the second round.
//@ options: --unroll 3 --no-liveness
//@ all: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int flag;

static void *exchanges(void *given) {
  int wanted = (int)(long)given, seen;
  while (1) {
    int raised = atomic_load(&flag);
    do seen = __sync_val_compare_and_swap(&x, wanted, 1);
    while (seen == wanted);
    assert(!raised);
  }
  return NULL;
}

static void *raises(void *unused) {
  if (__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 1) atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, exchanges, NULL);
  pthread_create(&two, NULL, raises, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
