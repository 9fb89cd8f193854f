//@ about: An error location in the style of SV-COMP and of porf.h; which one is chosen by a macro.
//@ why: Store buffering: with seq_cst accesses at least one thread reads 1, with release and acquire perhaps none.
//@ ra,rc11,tso,pso: error error
//@ sc: verified
//@ ra,rc11,tso,pso [-DVERIFIER]: error error
//@ sc,tso,pso,rc11 [-DFIXED]: verified
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define WRITE memory_order_seq_cst
#define READ memory_order_seq_cst
#else
#define WRITE memory_order_release
#define READ memory_order_acquire
#endif

extern void __VERIFIER_error(void);

static atomic_int x, y;

static void *left(void *saw) {
  atomic_store_explicit(&x, 1, WRITE);
  *(int *)saw = atomic_load_explicit(&y, READ);
  return NULL;
}

static void *right(void *saw) {
  atomic_store_explicit(&y, 1, WRITE);
  *(int *)saw = atomic_load_explicit(&x, READ);
  return NULL;
}

int main(void) {
  static int saw_left, saw_right;
  pthread_t first, second;
  pthread_create(&first, NULL, left, &saw_left);
  pthread_create(&second, NULL, right, &saw_right);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  if (saw_left == 0 && saw_right == 0) {
#ifdef VERIFIER
    __VERIFIER_error();
#else
    porf_error("both threads read 0");
#endif
  }
}
