//@ about: Two symmetric threads wait for a word. While one of them has left and the other
//@   one has not, that one looks at a plain variable. The last one to leave tells a third thread
//@   so, which writes the variable.
//@ why: Under RC11 only the first one to leave is known to the writer, by release and acquire; the
//@   last one's look is not ordered with the write. Of the two threads, the elder is the one that
//@   looks in all executions that are explored, and the younger one is the last to leave in those
//@   without a look. In the other models every atomic access synchronises.
//@ sc,tso,pso,ra: verified
//@ rc11: error data-race
//@ sc,tso,pso,ra [--symmetry]: verified
//@ rc11 [--symmetry]: error data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, left, first, last;
static int plain;

static void *leaver(void *unused) {
  while (!atomic_load_explicit(&go, memory_order_relaxed)) {
    if (atomic_load_explicit(&left, memory_order_relaxed) == 1) (void)*(volatile int *)&plain;
  }
  if (atomic_fetch_add_explicit(&left, 1, memory_order_relaxed) == 0)
    atomic_store_explicit(&first, 1, memory_order_release);
  else
    atomic_store_explicit(&last, 1, memory_order_relaxed);
  return unused;
}

static void *writer(void *unused) {
  if (atomic_load_explicit(&first, memory_order_acquire) &&
      atomic_load_explicit(&last, memory_order_relaxed)) {
    plain = 5;
  }
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, leaver, NULL);
  pthread_create(&two, NULL, leaver, NULL);
  pthread_create(&three, NULL, writer, NULL);
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
