//@ about: A thread chooses again and again whether to finish, while another one waits for ever. When the first one has
//@   finished, main returns. JOINED: main waits for the other one, too.
//@ why: The choice to finish leads to the end of the process, after which nothing waits for ever: it is no livelock that the
//@   thread may choose otherwise each time. The thread that is left behind when the process ends is a warning. JOINED: the
//@   process never ends, whatever is chosen.
//@ options: --unroll 5
//@ all: verified left-behind
//@ all [-DJOINED]: error livelock
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long never;

static void *chooses(void *unused) {
  while (!porf_nondet_int(0, 1)) {
  }
  return unused;
}

static void *waits(void *unused) {
  while (!atomic_load(&never)) {
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, chooses, NULL);
  pthread_create(&two, NULL, waits, NULL);
  pthread_join(one, NULL);
#ifdef JOINED
  pthread_join(two, NULL);
#endif
  return 0;
}
