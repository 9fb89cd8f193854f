//@ about: Two symmetric threads compute something from where their memory is, and leave it
//@   where the first or the second one to come leaves it. SWAPPED: the bytes in the other order.
//@   FLOATING: the address as a floating-point number. PIECES: one byte of it, read where it is
//@   shared.
//@ why: What the elder thread computes is less. It need not be first.
//@ all [-DSWAPPED --symmetry]: error assertion
//@ all [-DFLOATING --symmetry]: error assertion
//@ all [-DPIECES --symmetry]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int order;
static uint64_t early, late;
static uint64_t shared[2];

static uint64_t computed(uint64_t own, int place) {
#if defined(SWAPPED)
  return __builtin_bswap64(own);
#elif defined(FLOATING)
  return (double)own > 2.5 * (1ll << 44);
#else
  shared[place] = own;
  return ((volatile unsigned char *)&shared[place])[5];
#endif
}

static void *run(void *unused) {
  char local = 0;
  char *volatile escaped = &local;
  int place = atomic_exchange(&order, 1);
  uint64_t result = computed((uint64_t)escaped, place);
  if (place == 0) early = result;
  else late = result;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, run, NULL);
  pthread_create(&two, NULL, run, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(early <= late);
  return 0;
}
