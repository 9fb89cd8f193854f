//@ about: Plain accesses of several sizes to the same bytes, one thread after the other: bytes written singly, read
//@   as a word by the next thread, and copied as a whole by main. With RACE main reads a byte while the thread
//@   still writes the word.
//@ why: Everything is ordered by creation and join, so it is ordinary C (through unsigned char and unions). The
//@   race is one of bytes, whatever the sizes of the accesses.
//@ all: verified
//@ all [-DRACE]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static union {
  unsigned word;
  unsigned char bytes[4];
} shared;

static void *use_word(void *unused) {
  (void)unused;
  assert(shared.word == 0x01010101);
  shared.word += 0x01010101;
  return NULL;
}

int main(void) {
  pthread_t user;
  for (int i = 0; i < 4; i++) shared.bytes[i] = 1;
  pthread_create(&user, NULL, use_word, NULL);
#ifdef RACE
  int early = shared.bytes[2];
#else
  int early = 2;
#endif
  pthread_join(user, NULL);
  unsigned char copy[4];
  memcpy(copy, &shared, sizeof copy);
  for (int i = 0; i < 4; i++) assert(copy[i] == early);
}
