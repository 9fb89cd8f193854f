//@ about: Memory is used after it was freed: by the same thread; with OTHER by a thread that runs on while main
//@   frees; with REALLOC through the old pointer after realloc moved the object. FIXED uses it before.
//@ why: OTHER: nothing orders the free after the thread's access; joining first does.
//@ all: error use-after-free line 40
//@ all [-DREALLOC]: error use-after-free line 33
//@ all [-DOTHER]: error use-after-free
//@ all [-DFIXED]: verified
//@ all [-DOTHER -DFIXED]: verified
#include <pthread.h>
#include <stdlib.h>

static void *use(void *argument) {
  *(int *)argument = 2;
  return NULL;
}

int main(void) {
  (void)use;
  int *number = malloc(sizeof *number);
  *number = 1;
#if defined(OTHER)
  pthread_t user;
  pthread_create(&user, NULL, use, number);
#ifdef FIXED
  pthread_join(user, NULL);
  free(number);
#else
  free(number);
  pthread_join(user, NULL);
#endif
#elif defined(REALLOC)
  int *larger = realloc(number, 1000);
  *number = 3;
  free(larger);
#elif defined(FIXED)
  use(number);
  free(number);
#else
  free(number);
  int seen = *number;
  return seen;
#endif
}
