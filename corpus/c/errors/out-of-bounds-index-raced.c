//@ about: An index that two threads advance: each checks that there is room and then takes a place. FIXED takes the
//@   place first and then looks whether it exists.
//@ why: Both may find room for one; the second place does not exist.
//@ all: error out-of-bounds line 22
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define ROOM 1

static atomic_int used;
static int *places;

static void *add(void *unused) {
  (void)unused;
#ifdef FIXED
  int place = atomic_fetch_add(&used, 1);
  if (place < ROOM) places[place] = 1;
#else
  if (atomic_load(&used) < ROOM) {
    places[atomic_fetch_add(&used, 1)] = 1;
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  places = malloc(ROOM * sizeof *places);
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(places);
}
