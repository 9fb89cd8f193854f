//@ about: Three threads add to x and undo it if they must: one gets in, and then waits for ever for
//@   something else; the second one gets in only if the third one is just trying; the third one
//@   gets in when the second one has. Its assertion fails.
//@ why: The attempt of the third one lets the second one in, and when it tries again it gets in,
//@   too. The attempt of the first one has succeeded and is not open, although the thread waits.
//@ options: --unroll 2 --no-liveness
//@ all: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, inside, never;

static void *stays(void *unused) {
  while (1) {
    if ((atomic_fetch_add(&x, 1) & 1) == 0) break;
    atomic_fetch_sub(&x, 1);
  }
  atomic_store(&inside, 1);
  while (!atomic_load(&never)) {
  }
  return unused;
}

static void *needs_another(void *unused) {
  if (!atomic_load(&inside)) return unused;
  while (1) {
    if ((atomic_fetch_add(&x, 4) & 3) != 1) break;
    atomic_fetch_sub(&x, 4);
  }
  atomic_fetch_add(&x, 8);
  return unused;
}

static void *tries(void *unused) {
  if (!atomic_load(&inside)) return unused;
  while (1) {
    if ((atomic_fetch_add(&x, 2) & 8) != 0) break;
    atomic_fetch_sub(&x, 2);
  }
  assert(0);
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, stays, NULL);
  pthread_create(&two, NULL, needs_another, NULL);
  pthread_create(&three, NULL, tries, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
