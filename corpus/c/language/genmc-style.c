//@ about: A program as they are written for GenMC: its header, an assumption instead of a spin loop, and main
//@   returns without joining.
//@ why: Message passing by release and acquire. With BROKEN the flag is stored relaxed: the accesses to the data
//@   race, and PSO may show the flag before the data.
//@ all: verified
//@ sc,tso,ra [-DBROKEN]: verified
//@ pso [-DBROKEN]: error assertion
//@ rc11 [-DBROKEN]: error data-race
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static int data;
static atomic_int flag;

static void *thread_1(void *unused) {
  (void)unused;
  data = 42;
  atomic_store_explicit(&flag, 1, PUBLISH);
  return NULL;
}

static void *thread_2(void *unused) {
  (void)unused;
  __VERIFIER_assume(atomic_load_explicit(&flag, memory_order_acquire) == 1);
  assert(data == 42);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  if (pthread_create(&t1, NULL, thread_1, NULL)) return 1;
  if (pthread_create(&t2, NULL, thread_2, NULL)) return 1;
  return 0;
}
