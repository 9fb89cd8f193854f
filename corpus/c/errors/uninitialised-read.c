//@ about: A decision on a value that nobody has written: a local variable on one path, with HEAP memory from
//@   malloc, with MEMBER a struct of which one member was set, with SHARED a heap word that another thread reads.
//@   FIXED writes it.
//@ why: The variable is set only if argc is large, and porf calls main without arguments. Memory from malloc has no
//@   value; memory from calloc is zero.
//@ all: error uninitialised-read
//@ all [-DHEAP]: error uninitialised-read
//@ all [-DMEMBER]: error uninitialised-read
//@ all [-DSHARED]: error uninitialised-read
//@ all [-DFIXED]: verified
//@ all [-DHEAP -DFIXED]: verified
//@ all [-DMEMBER -DFIXED]: verified
//@ all [-DSHARED -DFIXED]: verified
#include <pthread.h>
#include <stdlib.h>

struct pair {
  int a, b;
};

static int sign(const int *number) { return *number < 0 ? -1 : 1; }

static void *read_number(void *number) {
  return sign(number) == 1 ? number : NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  (void)read_number;
  int result;
#if defined(HEAP) || defined(SHARED)
#ifdef FIXED
  int *number = calloc(1, sizeof *number);
#else
  int *number = malloc(sizeof *number);
#endif
#ifdef SHARED
  pthread_t reader;
  pthread_create(&reader, NULL, read_number, number);
  pthread_join(reader, NULL);
  result = 1;
#else
  result = sign(number);
#endif
  free(number);
#elif defined(MEMBER)
  struct pair pair;
  pair.a = 1;
#ifdef FIXED
  pair.b = 2;
#endif
  result = sign(&pair.b);
#else
  int number;
#ifdef FIXED
  number = 0;
#endif
  if (argc > 100) number = 1;
  result = sign(&number);
#endif
  return result;
}
