//@ about: Loops that wait, with something that keeps them from waiting at once. FLOAT: they compute
//@   with a floating-point number meanwhile. OUTSIDE: they access an array beyond its end
//@   meanwhile, as they may do behind the loop.
//@ why: FLOAT: no pass compares such numbers, but the number stays 0, and the thread is in the same state after each
//@   iteration. Without comparing states, all iterations are followed. OUTSIDE: the access is an error if the thread has to wait; that behind the loop is never made.
//@ all [-DFLOAT --unroll 3]: verified
//@ all [-DFLOAT --unroll 3 --no-redundant-iterations]: bounded
//@ all [-DOUTSIDE]: error out-of-bounds
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, cells[2];
static float last;

static void *waits(void *argument) {
#ifdef FLOAT
  float sum = 0;
  while (!atomic_load(&x)) sum = sum * 2 + (float)atomic_load(&x);
  last = sum;
#else
  long index = (long)argument;
  while (1) {
    if (atomic_load(&x)) {
      if (atomic_load(&y)) (void)atomic_load(&cells[index]);
      break;
    }
    (void)atomic_load(&cells[index]);
  }
#endif
  return NULL;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, waits, (void *)5);
  atomic_store(&x, 1);
  pthread_join(one, NULL);
  return last != 0;
}
