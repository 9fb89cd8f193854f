//@ about: An allocator of small numbers: a bitmap from which a thread takes the lowest free bit by compare-exchange
//@   and to which it gives it back by an atomic or (as in M. M. Michael, Scalable Lock-Free Dynamic Memory
//@   Allocation, PLDI 2004, in miniature). Each thread writes into the slot that it got. With BROKEN a bit is given
//@   back relaxed; with BROKEN_CLAIM it is taken with a load and a store.
//@   RELOAD: the
//@   bitmap is loaded again after a failure. WEAK: the compare-exchange may fail spuriously.
//@ why: Two threads share two slots, so each allocation succeeds and no slot has two owners at a time. The next
//@   owner acquires what the last one did, through the releasing rmw or one that continues its release sequence.
//@   With BROKEN it races with the former owner. With BROKEN_CLAIM both may take slot 0: their writes to it race in
//@   every model.
//@ all: verified
//@ sc,tso,pso,ra [-DBROKEN]: verified
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DBROKEN_CLAIM]: error data-race
//@ all [-DRELOAD]: verified
//@ all [-DWEAK]: verified
//@ all [-DRELOAD -DWEAK]: verified
//@ rc11 [-DRELOAD -DBROKEN]: error data-race
//@ rc11 [-DWEAK -DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define GIVE_BACK memory_order_relaxed
#else
#define GIVE_BACK memory_order_release
#endif

#ifdef WEAK
#define compare_exchange atomic_compare_exchange_weak_explicit
#else
#define compare_exchange atomic_compare_exchange_strong_explicit
#endif

#define ALL 3u  // two bits, two slots

static atomic_uint unused_bits = ALL;
static int slots[2];

static int allocate(void) {
#ifdef RELOAD
  unsigned bits;
  do {
    bits = atomic_load_explicit(&unused_bits, memory_order_acquire);
  } while (!compare_exchange(&unused_bits, &bits, bits & (bits - 1), memory_order_acquire, memory_order_relaxed));
#else
  unsigned bits = atomic_load_explicit(&unused_bits, memory_order_acquire);
#ifdef BROKEN_CLAIM
  atomic_store_explicit(&unused_bits, bits & (bits - 1), memory_order_release);
#else
  while (!compare_exchange(&unused_bits, &bits, bits & (bits - 1), memory_order_acquire, memory_order_acquire)) {
  }
#endif
#endif
  assert(bits != 0);
  return __builtin_ctz(bits);
}

static void give_back(int slot) { atomic_fetch_or_explicit(&unused_bits, 1u << slot, GIVE_BACK); }

static void *user(void *self) {
  int slot = allocate();
  slots[slot] = *(int *)self;
  assert(slots[slot] == *(int *)self);
  give_back(slot);
  return NULL;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t first, second;
  pthread_create(&first, NULL, user, &one);
  pthread_create(&second, NULL, user, &two);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
#ifndef BROKEN_CLAIM  // there bits get lost, too, which is not the point
  assert(atomic_load_explicit(&unused_bits, memory_order_relaxed) == ALL);
#endif
}
