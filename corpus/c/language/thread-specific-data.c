//@ about: Keys of thread-specific data: each thread has its own value, null at first, and a destructor that runs at
//@   the thread's end with its value, if it is not null. With LEAKY the key has no destructor.
//@ why: Both threads' objects are freed by the destructor, and its atomic count of runs is 2 after the joins; a
//@   thread that sets nothing has none. LEAKY forgets the objects.
//@ all: verified
//@ all [-DLEAKY]: verified leak
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int destroyed;

static void destroy(void *object) {
  atomic_fetch_add(&destroyed, 1);
  free(object);
}

static void *use(void *number) {
  assert(pthread_getspecific(key) == NULL);
  if (number == NULL) return NULL;
  int *object = malloc(sizeof *object);
  *object = *(int *)number;
  pthread_setspecific(key, object);
  assert(*(int *)pthread_getspecific(key) == *(int *)number);
  if (*object == 2) pthread_exit(NULL);
  return NULL;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t first, second, third;
#ifdef LEAKY
  pthread_key_create(&key, NULL);
  (void)destroy;
#else
  pthread_key_create(&key, destroy);
#endif
  pthread_create(&first, NULL, use, &one);
  pthread_create(&second, NULL, use, &two);
  pthread_create(&third, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
#ifndef LEAKY
  assert(atomic_load(&destroyed) == 2);
#endif
  assert(pthread_getspecific(key) == NULL);
}
