//@ about: Structs initialised with memset, memcpy, assignment and calloc, then used field by field by another
//@   thread, and the other way round.
//@ why: All is ordered by creation and join: one execution. How an object was written does not matter to who reads
//@   it.
//@ all: verified executions=1 blocked=0
//@ all [-DRACE]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct record {
  char letter;
  short number;
  int count;
  long total;
  struct record *next;
};

static struct record zeroed, copied, assigned;

static void *use(void *argument) {
  struct record *heap = argument;
  assert(zeroed.letter == 0 && zeroed.number == 0 && zeroed.count == 0 && zeroed.total == 0 && zeroed.next == NULL);
  assert(copied.letter == 'c' && copied.number == -2 && copied.count == 3 && copied.total == 1l << 40);
  assert(assigned.next == &zeroed && assigned.count == 3);
  assert(heap->number == 0 && heap->next == NULL);
  heap->letter = 'h';
  heap->number = 1;
  heap->total = -1;
  zeroed.count = 9;
  return NULL;
}

int main(void) {
  struct record original = {'c', -2, 3, 1l << 40, &zeroed};
  struct record *heap = calloc(1, sizeof *heap);
  memset(&zeroed, 0xff, sizeof zeroed);
  memset(&zeroed, 0, sizeof zeroed);
  memcpy(&copied, &original, sizeof copied);
  assigned = original;
  pthread_t user;
  pthread_create(&user, NULL, use, heap);
#ifdef RACE
  struct record early = zeroed;  // reads every field while the thread writes one
  assert(early.letter == 0);
#endif
  pthread_join(user, NULL);
  struct record result;
  memcpy(&result, heap, sizeof result);
  assert(result.letter == 'h' && result.number == 1 && result.count == 0 && result.total == -1);
  assert(memcmp(&copied, &assigned, sizeof(char)) == 0 && zeroed.count == 9);
  free(heap);
}
