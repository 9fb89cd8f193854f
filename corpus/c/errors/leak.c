//@ about: The only pointer to an object is overwritten, so it can never be freed: a warning, not an error. FIXED
//@   frees it first. With THREAD it is a thread that loses it.
//@ why: A leak harms no execution.
//@ all: verified leak
//@ all [-DTHREAD]: verified leak
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused) {
  (void)unused;
  char *buffer = malloc(10);
  buffer[0] = 1;
#ifdef FIXED
  free(buffer);
#endif
  buffer = NULL;
  return buffer;
}

int main(void) {
#ifdef THREAD
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
#else
  work(NULL);
#endif
}
