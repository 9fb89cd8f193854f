//@ about: Structs as arguments, results and in assignments, small ones and large ones, across threads. With WRONG
//@   the assertion expects the other member.
//@ why: A struct is copied as a whole; what the callee does to its copy stays there.
//@ all: verified executions=1 blocked=0
//@ all [-DWRONG]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct point {
  int x, y;
};

struct segment {
  struct point from, to;
  long length;
  char name[8];
};

static struct point mirrored(struct point point) {
  int x = point.x;
  point.x = point.y;
  point.y = x;
  return point;
}

static struct segment moved(struct segment segment, struct point by) {
  segment.from.x += by.x;
  segment.from.y += by.y;
  segment.to.x += by.x;
  segment.to.y += by.y;
  return segment;
}

static struct segment shared;

static void *move_it(void *by) {
  shared = moved(shared, *(struct point *)by);
  return NULL;
}

int main(void) {
  static struct point by = {10, 20};
  pthread_t mover;
  shared = (struct segment){.from = {1, 2}, .to = {3, 4}, .length = 5, .name = "line"};
  pthread_create(&mover, NULL, move_it, &by);
  pthread_join(mover, NULL);
  struct segment result = shared;
  struct point mirror = mirrored(result.to);
  assert(result.from.x == 11 && result.from.y == 22 && result.length == 5 && result.name[3] == 'e');
#ifdef WRONG
  assert(mirror.x == 13 && mirror.y == 24);
#else
  assert(mirror.x == 24 && mirror.y == 13);
#endif
}
