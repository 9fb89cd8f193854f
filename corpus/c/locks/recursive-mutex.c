//@ about: A function that needs a mutex calls another one that needs it, too: a recursive mutex. BROKEN: an
//@   ordinary one.
//@ why: A recursive mutex counts how often its owner has locked it, and is free again after as many
//@   unlocks. BROKEN: the thread waits for itself, in every execution.
//@ all: verified
//@ all [-DBROKEN]: error relock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef BROKEN
#define KIND PTHREAD_MUTEX_NORMAL
#else
#define KIND PTHREAD_MUTEX_RECURSIVE
#endif

static pthread_mutex_t mutex;
static int counter;

static void add_one(void) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
}

static void *add_two(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  int before = counter;
  add_one();
  add_one();
  assert(counter == before + 2);  // nobody came between
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, KIND);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);

  pthread_t first, second;
  pthread_create(&first, NULL, add_two, NULL);
  pthread_create(&second, NULL, add_two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_mutex_destroy(&mutex);
  assert(counter == 4);
  return 0;
}
