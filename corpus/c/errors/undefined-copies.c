//@ about: Elements of an array that nobody has set are copied by assignment, through a function, by memcpy, by realloc and through memory
//@   that another thread copies, too. With LOOKED the last copy is looked at; with FIXED as well, after it was set.
//@ why: A copy does not use what it copies. The threads are one after the other: one execution.
//@ all: verified executions=1
//@ all [-DLOOKED]: error uninitialised-read line 38
//@ all [-DLOOKED -DFIXED]: verified executions=1
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int set, unset;
};

static struct pair shared, behind;

static struct pair passed(struct pair pair) { return pair; }

static void *copy(void *unused) {
  behind = shared;
  return unused;
}

int main(void) {
  int *elements = malloc(4 * sizeof *elements);
  elements[1] = 1;
#ifdef FIXED
  elements[0] = 2;
#endif
  elements = realloc(elements, 8 * sizeof *elements);
  struct pair pair = {elements[1], elements[0]};
  pair = passed(pair);
  memcpy(&shared, &pair, sizeof pair);
  pthread_t thread;
  pthread_create(&thread, NULL, copy, NULL);
  pthread_join(thread, NULL);
#ifdef LOOKED
  if (behind.unset > 3) return 1;
#endif
  free(elements);
  return behind.set - 1;
}
