//@ about: A thread waits for generation 2, and remembers which generation it saw first: if that was 1, it waits for something
//@   that never comes. With FORGIVING it goes on at generation 2 in any case.
//@ why: It may see 1 first, which it keeps in a register; from then on every iteration that reads 2 is like the one before. An
//@   interleaving, so under every model. FORGIVING: it goes on as soon as it reads 2, which stays there.
//@ all: error livelock
//@ all [-DFORGIVING]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int generation;

static void *waiter(void *unused) {
  (void)unused;
  int first = -1;
  for (;;) {
    int seen = atomic_load(&generation);
    if (first < 0) first = seen;
#ifdef FORGIVING
    if (seen == 2) break;
#else
    if (seen == 2 && first != 1) break;
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store(&generation, 1);
  atomic_store(&generation, 2);
  pthread_join(thread, NULL);
  return 0;
}
