//@ about: A loop that waits for a flag. Followed for 2 rounds: what goes on longer is cut, and the verdict says so.
//@   With COUNTED the loop ends by itself within the bound, and nothing is cut. ERROR_IN_ROUND is the round in which
//@   an assertion fails: in the third one, the bound hides it.
//@ why: A round that reads 0 may always be followed by another one, and since the rounds are counted, none is like
//@   the one before it.
//@ options: --unroll 2
//@ all: bounded
//@ all [-DCOUNTED]: verified
//@ all [-DERROR_IN_ROUND=2]: error assertion
//@ all [-DERROR_IN_ROUND=3]: bounded
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ERROR_IN_ROUND
#define ERROR_IN_ROUND 100
#endif

static atomic_int flag;

static void *set(void *unused) {
  (void)unused;
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t setter;
  pthread_create(&setter, NULL, set, NULL);
#ifdef COUNTED
  for (int round = 0; round < 2; round++) {
    if (atomic_load(&flag)) break;
  }
#else
  int round = 1;
  while (atomic_load(&flag) == 0) {
    assert(round != ERROR_IN_ROUND);
    round++;
  }
#endif
  pthread_join(setter, NULL);
}
