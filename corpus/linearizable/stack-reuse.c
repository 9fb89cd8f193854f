//@ about: Treiber's stack with nodes that are used again and a count of pops, to be compared with
//@   spec-stack.c. BROKEN: no count, so that there is the ABA problem.
//@ why: As for Treiber's stack. BROKEN: an item is popped twice: two items first, a pop beside two
//@   pops and a push, and then one more pop; under every model. That is the client ABA.
//@ linearizable: spec-stack.c
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DABA]: holds
//@ sc,tso,ra,rc11,cpp20 [-DABA -DBROKEN]: error not-linearizable
#include "../implementations/stack-reuse.c"

#ifdef ABA
#include <pthread.h>
#include <stddef.h>

static lifo_t stack;

static void *slow(void *unused) {
  try_pop(&stack);
  return NULL;
}

static void *quick(void *unused) {
  try_pop(&stack);
  try_pop(&stack);
  push(&stack, 3);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  push(&stack, 1);
  push(&stack, 2);
  pthread_create(&threads[0], NULL, slow, NULL);
  pthread_create(&threads[1], NULL, quick, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  try_pop(&stack);
}
#endif
