//@ about: Output has no effect on what is explored; its arguments are evaluated. snprintf writes into memory.
//@ why: Two threads that print do nothing that the other can see: one execution. The text of snprintf follows from
//@   the format.
//@ all: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *speak(void *name) {
  int spoken = 0;
  printf("%s %d\n", (char *)name, ++spoken);
  puts("done");
  fprintf(stderr, "%c%%\n", 'x');
  assert(spoken == 1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, speak, "first");
  pthread_create(&second, NULL, speak, "second");
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  char text[8];
  assert(snprintf(text, sizeof text, "%d-%s", 12, "abcdef") == 9);  // what there would be, had there been room
  assert(strcmp(text, "12-abcd") == 0);
}
