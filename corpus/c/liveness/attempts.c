//@ about: Slots are counted by attempts that are undone if there is no slot: fetch_add, look, fetch_sub. The thread gives up when
//@   it is told to stop; STAYS: the word to stop stays. SLOTS is how many slots there are, of which main takes one.
//@ why: With one slot the attempt of the thread fails each time, and is undone each time. The word to stop is taken back, so that
//@   a thread that looks too late goes on for ever; an interleaving, so under every model. If the word stays, or
//@   there are two slots, it ends.
//@ all: error livelock
//@ all [-DSTAYS]: verified
//@ all [-DSLOTS=2]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef SLOTS
#define SLOTS 1
#endif

static atomic_int taken = 1, stop;

static void *taker(void *unused) {
  (void)unused;
  for (;;) {
    if (atomic_load(&stop)) break;
    if (atomic_fetch_add(&taken, 1) < SLOTS) break;
    atomic_fetch_sub(&taken, 1);
  }
  return NULL;
}

static void *boss(void *unused) {
  (void)unused;
  atomic_store(&stop, 1);
#ifndef STAYS
  atomic_store(&stop, 0);
#endif
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, taker, NULL);
  pthread_create(&two, NULL, boss, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
