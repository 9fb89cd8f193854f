//@ about: Two threads write neighbouring bytes of one array, which is no race; with RACE the same byte.
//@ why: Each char is a memory location of its own (C11 3.14).
//@ all: verified executions=1 blocked=0
//@ all [-DRACE]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static char bytes[2];

#ifdef RACE
#define SECOND 0
#else
#define SECOND 1
#endif

static void *set_first(void *unused) {
  (void)unused;
  bytes[0] = 1;
  return NULL;
}

static void *set_second(void *unused) {
  (void)unused;
  bytes[SECOND] = 1;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, set_first, NULL);
  pthread_create(&second, NULL, set_second, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(bytes[0] == 1 && bytes[SECOND] == 1);
}
