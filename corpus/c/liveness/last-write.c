//@ about: Two threads write what a third one waits for, and nobody orders them: one lets it go on, the other one not. With AGREE both
//@   let it go on.
//@ why: If the one that does not is the last, and the third comes after both, it waits for ever: an interleaving, so under every
//@   model. The order of the two writes is one that no thread looks at, so that it is left open by reads-from. AGREE: any order will do.
//@ all: error livelock
//@ all [-DAGREE]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef AGREE
#define SECOND 1
#else
#define SECOND 0
#endif

static atomic_int go, busy;

static void *worker(void *unused) {
  (void)unused;
  for (;;) {
    atomic_store(&busy, 1);
    if (atomic_load(&go)) break;
    atomic_store(&busy, 0);
  }
  return NULL;
}

static void *first(void *unused) {
  (void)unused;
  atomic_store(&go, 1);
  return NULL;
}

static void *second(void *unused) {
  (void)unused;
  atomic_store(&go, SECOND);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, first, NULL);
  pthread_create(&threads[2], NULL, second, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
