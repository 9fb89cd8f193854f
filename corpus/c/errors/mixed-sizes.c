//@ about: One thread writes a word, the other one reads half of it, both atomically and at the same time, through a
//@   union. FIXED reads the word. With ORDERED the half is read after the join, when nothing can interfere.
//@ why: The memory models say nothing about accesses that overlap without being the same. An order between them would
//@   take the question away, but porf does not take up the offer: atomic accesses of one place have one size.
//@ all: unsupported mixed-sizes
//@ all [-DFIXED]: verified
//@ all [-DORDERED]: unsupported mixed-sizes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static union {
  atomic_uint word;
  _Atomic unsigned short halves[2];
} shared;

static void *writer(void *unused) {
  (void)unused;
  atomic_store(&shared.word, 0x00010001);
  return NULL;
}

int main(void) {
  pthread_t writing;
  pthread_create(&writing, NULL, writer, NULL);
#ifdef ORDERED
  pthread_join(writing, NULL);
  assert(atomic_load(&shared.halves[0]) == 1 && atomic_load(&shared.halves[1]) == 1);
#else
#ifdef FIXED
  unsigned seen = atomic_load(&shared.word) & 0xffff;
#else
  unsigned seen = atomic_load(&shared.halves[0]);
#endif
  assert(seen == 0 || seen == 1);
  pthread_join(writing, NULL);
#endif
}
