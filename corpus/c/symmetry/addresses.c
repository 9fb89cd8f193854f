//@ about: Two symmetric threads publish where their memory is, and the second to come does something with both addresses that
//@   tells which of them it is: ORDER compares them, LOADED compares what was kept in memory, PARITY looks at a bit that their memory
//@   does not share, INDEX and HASH use one as a number, DIGITS prints and parses it, BYTES looks at a byte of it, XOR mixes both, HEAP and
//@   LOCAL are about other memory than the stack. Without any of these, they are only compared for equality.
//@ why: The thread that comes second has the higher address or the lower one, and both are found only if symmetric threads are told
//@   apart. Which comes first: two executions; the assertion fails in one of them. Without such a use both are one up to symmetry.
//@ all: verified executions=2
//@ all [--symmetry]: verified executions=1
//@ all [-DORDER --symmetry]: error assertion
//@ all [-DORDER -DHEAP --symmetry]: error assertion leak
//@ all [-DORDER -DLOCAL --symmetry]: error assertion
//@ all [-DLOADED --symmetry]: error assertion
//@ all [-DPARITY --symmetry]: error assertion
//@ all [-DINDEX --symmetry]: error assertion
//@ all [-DHASH --symmetry]: error assertion
//@ all [-DDIGITS --symmetry]: error assertion
//@ all [-DBYTES --symmetry]: error assertion
//@ all [-DXOR --symmetry]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic(char *) first;
static atomic_int second_is_lower;
static _Thread_local char local;

/* Whether one address is lower than the other, found out in some way. */
static int is_lower(char *one, char *other) {
#if defined(ORDER)
  return one < other;
#elif defined(LOADED)
  static _Atomic uintptr_t kept[2];
  kept[0] = (uintptr_t)one;
  kept[1] = (uintptr_t)other;
  uintptr_t highest = 0;
  for (int i = 0; i < 2; i++)
    if (kept[i] > highest) highest = kept[i];
  return highest == (uintptr_t)other;
#elif defined(PARITY)
  uintptr_t differing = ((uintptr_t)one ^ (uintptr_t)other);
  return ((uintptr_t)other & (differing & -differing)) == 0;
#elif defined(INDEX)
  char table[256] = {0};
  table[((uintptr_t)other >> 44) % 256] = 1;
  return table[((uintptr_t)one >> 44) % 256 + 1];
#elif defined(HASH)
  uint64_t hash = 14695981039346656037u;
  for (int i = 0; i < 8; i++) hash = (hash ^ ((uintptr_t)one >> 8 * i & 0xff)) * 1099511628211u;
  uint64_t other_hash = 14695981039346656037u;
  for (int i = 0; i < 8; i++)
    other_hash = (other_hash ^ ((uintptr_t)other >> 8 * i & 0xff)) * 1099511628211u;
  return hash < other_hash;
#elif defined(DIGITS)
  char digits[2][32];
  snprintf(digits[0], sizeof digits[0], "%lu", (unsigned long)one);
  snprintf(digits[1], sizeof digits[1], "%lu", (unsigned long)other);
  return strcmp(digits[0], digits[1]) < 0;
#elif defined(BYTES)
  unsigned char bytes[2][sizeof one];
  memcpy(bytes[0], &one, sizeof one);
  memcpy(bytes[1], &other, sizeof other);
  for (int i = sizeof one - 1; i >= 0; i--)
    if (bytes[0][i] != bytes[1][i]) return bytes[0][i] < bytes[1][i];
  return 0;
#elif defined(XOR)
  uintptr_t mixed = (uintptr_t)one ^ (uintptr_t)other ^ (uintptr_t)one;
  return mixed - (uintptr_t)one < UINTPTR_MAX / 2;
#else
  return one == other;
#endif
}

static void *publish(void *unused) {
#if defined(HEAP)
  char *mine = malloc(1);
#elif defined(LOCAL)
  char *mine = &local;
#else
  char on_stack = 0, *mine = &on_stack;
#endif
  char *other = NULL;
  if (!atomic_compare_exchange_strong(&first, &other, mine) && is_lower(mine, other)) second_is_lower = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, publish, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  (void)local;
  assert(!second_is_lower);
}
