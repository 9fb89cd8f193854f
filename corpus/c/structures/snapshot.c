//@ about: A consistent snapshot of two registers by double collect (Y. Afek and others, Atomic Snapshots of Shared
//@   Memory, JACM 1993): read both twice, and trust what did not change. Values carry version numbers, so they
//@   never repeat. The writer first raises a, then b. With BROKEN the scanner collects once.
//@ why: If the second collect equals the first, all four reads hold at the moment between the two, so b is never
//@   ahead of a. All accesses are acquire or release; a scan that reads the new b knows the new a. With BROKEN the
//@   scanner reads a, is overtaken by the writer and reads the new b: an interleaving.
//@ all: verified
//@ all [-DBROKEN]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;

static int read_register(atomic_int *from) { return atomic_load_explicit(from, memory_order_acquire); }

static void *writer(void *unused) {
  (void)unused;
  atomic_store_explicit(&a, 1, memory_order_release);
  atomic_store_explicit(&b, 1, memory_order_release);
  return NULL;
}

static void *scanner(void *unused) {
  (void)unused;
  int first_a = read_register(&a), first_b = read_register(&b);
#ifndef BROKEN
  int second_a = read_register(&a), second_b = read_register(&b);
  if (first_a != second_a || first_b != second_b) return NULL;  // disturbed
#endif
  assert(first_b <= first_a);
  return NULL;
}

int main(void) {
  pthread_t writing, scanning;
  pthread_create(&writing, NULL, writer, NULL);
  pthread_create(&scanning, NULL, scanner, NULL);
  pthread_join(writing, NULL);
  pthread_join(scanning, NULL);
}
