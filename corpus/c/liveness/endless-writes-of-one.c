//@ about: One thread raises a flag, looks at it and lowers it, until it finds the flag down. Another thread lowers the flag once. OWN: the flag
//@   is one that no other thread accesses.
//@ why: If the flag is lowered before the thread begins, or between its last look and its own lowering, the thread repeats its loop for ever.
//@   It changes memory that both threads access, and with another schedule it would have finished: with writes. OWN: the thread never
//@   finishes, and no other thread has to do with the flag: no schedule matters. The executions are
//@   interleavings, so all models have them.
//@ all: error livelock-with-writes
//@ all [-DOWN]: error livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag, other;

static void *toggles(void *unused) {
#ifdef OWN
  atomic_int *mine = &other;
#else
  atomic_int *mine = &flag;
#endif
  for (;;) {
    atomic_store(mine, 1);
    if (!atomic_load(mine)) break;
    atomic_store(mine, 0);
  }
  return unused;
}

static void *lowers(void *unused) {
  atomic_store(&flag, 0);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, toggles, NULL);
  pthread_create(&two, NULL, lowers, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
