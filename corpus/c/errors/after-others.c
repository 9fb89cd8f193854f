//@ about: A node is given away, and freed by its giver and by its taker. The giver waits, and in each round asks whether the taker is done.
//@   FIXED: both free only what they have taken.
//@ why: Nothing but that question, if it is answered with yes, orders the taker's accesses before the giver's free. So in executions where it is, the
//@   only mistakes are the two frees; in the others, the taker also uses the node without being ordered before the giver's free, and the double free comes
//@   after that. Rounds that change nothing are dropped, and their questions with them: with --keep-going, the double free is seen only after others.
//@ all: error any
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { long value; };
static _Atomic(struct node *) shared;
static atomic_int done, enough;

static void *take(void *unused) {
  struct node *node = atomic_exchange(&shared, NULL);
  if (node) {
    (void)*(volatile long *)&node->value;
    free(node);
    atomic_store(&done, 1);
  }
  return unused;
}

static void *give(void *unused) {
  struct node *node = calloc(1, sizeof *node);
  atomic_store(&shared, node);
  while (!atomic_load(&enough)) {
    (void)atomic_load(&done);
  }
#ifdef FIXED
  node = atomic_exchange(&shared, NULL);
#endif
  free(node);
  return unused;
}

int main(void) {
  pthread_t taker, giver;
  pthread_create(&taker, NULL, take, NULL);
  pthread_create(&giver, NULL, give, NULL);
  atomic_store(&enough, 1);
  pthread_join(taker, NULL);
  pthread_join(giver, NULL);
}
