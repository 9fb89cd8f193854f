//@ about: Restricted double-compare single-swap (T. L. Harris, K. Fraser and I. A. Pratt, A Practical Multi-word Compare-and-Swap
//@   Operation, DISC 2002), as in Fig. 2 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and Partial Order
//@   Reduction, PLDI 2024: data is changed only if it has one value and a control section another one. An operation puts its
//@   descriptor in the place of the data, and whoever finds it there finishes it. N threads change 0 to 1 and then read, two
//@   change 1 to 2. With CHANGE main changes the control section meanwhile. With BROKEN a descriptor is published relaxed.
//@ why: After an attempt to change 0 to 1 the data is not 0, unless the control section has changed. A descriptor is a new one each
//@   time, and who finds it has acquired it. In the end all are finished. They are not freed. BROKEN: nothing
//@   orders the initialisation of a descriptor before its reader. Count, up to symmetry: one thread changes 0 to 1. The two others both
//@   find 0, and nothing more happens; or one of them changes 1 to 2, and the other one finds 0 or 2. Then the first thread reads
//@   1 or 2, and the N - 1 like it find 1 twice, 2 twice, or 1 and then 2, C(N + 1, 2) ways. Altogether 1 + 2 * 2 * N(N + 1) / 2.
//@ all: verified leak
//@ all [--symmetry]: verified executions=5 leak
//@ all [-DN=2 --symmetry]: verified executions=13 leak
//@ all [-DN=3 --symmetry]: verified executions=25 leak
//@ all [-DCHANGE]: verified leak
//@ all [--no-helping]: verified leak
//@ rc11 [-DCHANGE --no-helping --symmetry]: verified leak
//@ sc,tso,pso,ra [-DBROKEN]: verified leak
//@ rc11 [-DBROKEN]: error data-race leak
//@ rc11 [-DN=2 -DBROKEN --symmetry]: error data-race leak
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

#ifndef N
#define N 1
#endif

// What the data section contains: a value, or the descriptor of an operation that is not finished.
struct item {
  bool is_descriptor;
  struct item *old, *new;
};

static struct item values[3];
static atomic_int control;                       // an operation changes the data only while this is 0
static _Atomic(struct item *) data = &values[0];

// The last step of an operation, which whoever finds its descriptor may take: the second comparison, and the swap.
static void complete(struct item *descriptor) {
  struct item *expected = descriptor;
  bool matches = atomic_load_explicit(&control, memory_order_acquire) == 0;
  atomic_compare_exchange_strong_explicit(&data, &expected, matches ? descriptor->new : descriptor->old,
                                          memory_order_release, memory_order_relaxed);
}

// If the control section is 0 and the data is old, the data becomes new. What it was.
static struct item *rdcss(struct item *old, struct item *new) {
  struct item *descriptor = malloc(sizeof *descriptor);
  *descriptor = (struct item){.is_descriptor = true, .old = old, .new = new};
  while (true) {
    struct item *found = old;
    if (atomic_compare_exchange_strong_explicit(&data, &found, descriptor, PUBLISH, memory_order_acquire)) {
      porf_main(complete, descriptor);
      return old;
    }
    if (!found->is_descriptor) return found;
    porf_help(complete, found);
  }
}

static struct item *rdcss_read(void) {
  while (true) {
    struct item *found = atomic_load_explicit(&data, memory_order_acquire);
    if (!found->is_descriptor) return found;
    porf_help(complete, found);
  }
}

static void *change_and_read(void *unused) {
  (void)unused;
  rdcss(&values[0], &values[1]);
  struct item *found = rdcss_read();
#ifdef CHANGE
  assert(found == &values[0] || found == &values[1] || found == &values[2]);
#else
  assert(found == &values[1] || found == &values[2]);
#endif
  return NULL;
}

static void *change_again(void *unused) {
  (void)unused;
  rdcss(&values[1], &values[2]);
  return NULL;
}

int main(void) {
  pthread_t threads[N], first, second;
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, change_and_read, NULL);
  pthread_create(&first, NULL, change_again, NULL);
  pthread_create(&second, NULL, change_again, NULL);
#ifdef CHANGE
  atomic_store_explicit(&control, 1, memory_order_release);
#endif
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(!atomic_load_explicit(&data, memory_order_relaxed)->is_descriptor);
  return 0;
}
