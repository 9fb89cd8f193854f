//@ about: Structures with padding, between members and behind the last, are stored, exchanged and compared atomically. Nobody has
//@   written the padding, and it does not matter. With UNSET a member is not set either, and that does.
//@ why: Padding is stored as 0, so that what is equal member by member is equal. Each of the two threads adds 1 to a member by a
//@   compare-exchange that it repeats with what it has read: one succeeds after the other, or one fails once, and each way
//@   the sum is 2; the assertion says so.
//@ all: verified
//@ all [-DUNSET]: error uninitialised-read line 43
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct three {
  char a, b, c;
};
struct gap {
  char letter;
  int number;
};

static _Atomic struct three three;
static _Atomic struct gap gap;

static void *add(void *unused) {
  struct gap before = atomic_load(&gap), after;
  do {
    memset(&after, -1, sizeof after);
    after = (struct gap){before.letter, before.number + 1};
  } while (!atomic_compare_exchange_strong(&gap, &before, after));
  return unused;
}

int main(void) {
  struct three written = {1, 2, 3};
  atomic_store(&three, written);
  struct three read = atomic_exchange(&three, written);
  assert(read.a == 1 && read.c == 3);
  struct gap first;
  first.number = 0;
#ifndef UNSET
  first.letter = 'x';
#endif
  atomic_store(&gap, first);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  struct gap last = atomic_load(&gap);
  assert(last.number == 2 && last.letter == 'x');
}
