//@ about: A tagged union that one thread fills and the next reads, a float looked at as bits, and bytes of a word.
//@ why: C11 6.5.2.3, footnote 95: the bytes are read as the other type. Single precision one is 0x3f800000; x86 and
//@   ARM are little endian.
//@ all: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct value {
  enum { INTEGER, REAL, TEXT } kind;
  union {
    long integer;
    double real;
    const char *text;
  };
};

static struct value shared;

static void *fill(void *kind) {
  shared.kind = *(int *)kind;
  switch (shared.kind) {
    case INTEGER: shared.integer = -7; break;
    case REAL: shared.real = 0.5; break;
    case TEXT: shared.text = "seven"; break;
  }
  return NULL;
}

static void fill_in_thread(int kind) {
  pthread_t thread;
  pthread_create(&thread, NULL, fill, &kind);
  pthread_join(thread, NULL);
}

int main(void) {
  fill_in_thread(INTEGER);
  assert(shared.integer == -7);
  fill_in_thread(REAL);
  assert(shared.kind == REAL && shared.real * 4 == 2.0);
  fill_in_thread(TEXT);
  assert(shared.text[1] == 'e');

  union {
    float number;
    uint32_t bits;
    unsigned char bytes[4];
  } view = {.number = 1.0f};
  assert(view.bits == 0x3f800000u);
  view.bits = 0x04030201;
  assert(view.bytes[0] == 1 && view.bytes[3] == 4);
}
