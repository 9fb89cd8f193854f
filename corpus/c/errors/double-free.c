//@ about: An object is freed twice: by one thread; with CONCURRENT by two threads that both believe to be the last.
//@   FIXED frees it once; with CONCURRENT the two agree by an atomic counter.
//@ why: CONCURRENT: the counter is read after the decrement, not together with it, so both may see 0. An atomic
//@   decrement gives the last value to one thread only.
//@ all: error double-free line 37
//@ all [-DFIXED]: verified
//@ all [-DCONCURRENT]: error double-free
//@ all [-DCONCURRENT -DFIXED]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owners = 2;

static void *give_up(void *object) {
#ifdef FIXED
  if (atomic_fetch_sub(&owners, 1) == 1) free(object);
#else
  atomic_fetch_sub(&owners, 1);
  if (atomic_load(&owners) == 0) free(object);
#endif
  return NULL;
}

int main(void) {
  char *object = malloc(10);
#ifdef CONCURRENT
  pthread_t first, second;
  pthread_create(&first, NULL, give_up, object);
  pthread_create(&second, NULL, give_up, object);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
#else
  (void)give_up;
  free(object);
#ifndef FIXED
  free(object);
#endif
#endif
}
