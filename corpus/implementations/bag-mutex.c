//@ about: A bag as a list under a mutex, with a condition variable for those who wait, as an
//@   implementation of the specification bag. BROKEN: a put wakes somebody up only if the bag was
//@   empty. BROKEN_LOST: it does so without the mutex, and before the value is there. BROKEN_FREE:
//@   a take reads the node after it has freed it.
//@ why: Everything happens under the mutex, and each put wakes up one thread that waits. BROKEN:
//@   two threads wait, and the second of two puts wakes up nobody: three threads, one of which puts
//@   twice. BROKEN_LOST: a thread wakes up, finds nothing and sleeps again, or it sleeps only after
//@   the wake-up. Both under every model. BROKEN_FREE: a use after free, in each execution.
//@ implements: bag
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --threads 3 --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_LOST]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_FREE]: error
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t more;
  struct node *first;
} bag_t;

void bag_put(bag_t *bag, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
#ifdef BROKEN_LOST
  pthread_cond_signal(&bag->more);
#endif
  pthread_mutex_lock(&bag->mutex);
#ifdef BROKEN
  if (bag->first == NULL) pthread_cond_signal(&bag->more);
#elif !defined(BROKEN_LOST)
  pthread_cond_signal(&bag->more);
#endif
  node->next = bag->first;
  bag->first = node;
  pthread_mutex_unlock(&bag->mutex);
}

/* With the mutex held, and if there is a node. */
static int remove_first(bag_t *bag) {
  struct node *node = bag->first;
#ifdef BROKEN_FREE
  free(node);
#endif
  int value = node->value;
  bag->first = node->next;
#ifndef BROKEN_FREE
  free(node);
#endif
  return value;
}

int bag_take(bag_t *bag) {
  pthread_mutex_lock(&bag->mutex);
  while (bag->first == NULL) pthread_cond_wait(&bag->more, &bag->mutex);
  int value = remove_first(bag);
  pthread_mutex_unlock(&bag->mutex);
  return value;
}

int bag_try_take(bag_t *bag) {
  pthread_mutex_lock(&bag->mutex);
  int value = bag->first == NULL ? -1 : remove_first(bag);
  pthread_mutex_unlock(&bag->mutex);
  return value;
}
