//@ about: Every atomic operation of C11 and of the compiler's own kind, on an int: fetch-and-or, and, xor, add,
//@   sub, exchange; min, max and nand as builtins; flags.
//@ why: Each returns the old value; the new one is computed by hand. Two threads that or different bits into a word
//@   do so in 2 orders.
//@ all: verified executions=2 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word = 12;
static int plain = 5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_uint bits;

static void *set_bit(void *bit) {
  unsigned before = atomic_fetch_or(&bits, *(unsigned *)bit);
  assert((before & *(unsigned *)bit) == 0);
  return NULL;
}

int main(void) {
  assert(atomic_fetch_or(&word, 3) == 12);
  assert(atomic_fetch_and(&word, 6) == 15);
  assert(atomic_fetch_xor(&word, 5) == 6);
  assert(atomic_fetch_sub(&word, 4) == 3);
  assert(atomic_exchange(&word, 100) == -1 && atomic_load(&word) == 100);
  assert(__atomic_add_fetch(&plain, 2, __ATOMIC_SEQ_CST) == 7);
  assert(__atomic_fetch_nand(&plain, 3, __ATOMIC_SEQ_CST) == 7 && plain == ~3);
  assert(__atomic_fetch_max(&plain, 2, __ATOMIC_SEQ_CST) == ~3 && plain == 2);
  assert(__atomic_fetch_min(&plain, -2, __ATOMIC_SEQ_CST) == 2 && plain == -2);
  assert(__sync_lock_test_and_set(&plain, 1) == -2 && __sync_val_compare_and_swap(&plain, 1, 9) == 1 && plain == 9);
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set(&flag));

  static unsigned one = 1, two = 2;
  pthread_t first, second;
  pthread_create(&first, NULL, set_bit, &one);
  pthread_create(&second, NULL, set_bit, &two);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&bits) == 3);
}
