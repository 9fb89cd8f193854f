//@ about: A thread waits, and looks at a plain variable and at the word of another thread
//@   meanwhile. When it has left its loop it says so, and the other one writes the variable, before
//@   it sends its word. TWICE: the variable is looked at only after the word, and may be written
//@   before and after it.
//@ why: Some iterations depend on the word, which the writer sends behind its first write, and some
//@   do not; and the second write is behind the word. Under RC11 a look is not ordered with a write
//@   that depends on a relaxed store behind the loop.
//@ sc,tso,pso,ra: verified
//@ rc11: error data-race
//@ sc,tso,pso,ra [-DTWICE]: verified
//@ rc11 [-DTWICE]: error data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, told, word;
static int plain;

static void *writer(void *unused) {
  if (atomic_load_explicit(&told, memory_order_relaxed)) plain = 5;
  atomic_store_explicit(&word, 1, memory_order_relaxed);
#ifdef TWICE
  if (atomic_load_explicit(&told, memory_order_relaxed)) plain = 6;
#endif
  return unused;
}

static void *waiter(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
    int has_word = atomic_load_explicit(&word, memory_order_relaxed);
#ifdef TWICE
    if (!has_word) continue;
#endif
    (void)has_word;
    (void)*(volatile int *)&plain;
  }
  atomic_store_explicit(&told, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, waiter, NULL);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
