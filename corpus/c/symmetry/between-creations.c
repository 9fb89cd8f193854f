//@ about: Three threads do the same. Between the creations of the second and the third one, main writes and creates another thread,
//@   which reads the written value.
//@ why: The additions come in any of 3! orders. The third thread is distinguished from the others by the write, which happens before its
//@   first event: up to symmetry of the first two there are 3 orders. UNSEEN: nobody reads the value, so all three are symmetric, which
//@   leaves 1 order. ATOMIC: an atomic write may always be seen: 3 orders. RACE: the last thread to add reads the value; that is a
//@   data race unless it is the third thread. Under the models in which all atomic accesses synchronise, the other two have then
//@   synchronised with the third one.
//@ all: verified executions=6 blocked=0
//@ all [--symmetry]: verified executions=3 blocked=0
//@ all [-DUNSEEN]: verified executions=6 blocked=0
//@ all [-DUNSEEN --symmetry]: verified executions=1 blocked=0
//@ all [-DATOMIC]: verified executions=6 blocked=0
//@ all [-DATOMIC --symmetry]: verified executions=3 blocked=0
//@ rc11 [-DRACE]: error data-race
//@ all [-DRACE]: verified executions=6 blocked=0
//@ rc11 [-DRACE --symmetry]: error data-race
//@ all [-DRACE --symmetry]: verified executions=3 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int added;
#ifdef ATOMIC
static atomic_int value;
#else
static int value;
#endif

static void *add(void *unused) {
  (void)unused;
  int before = atomic_fetch_add_explicit(&added, 1, memory_order_relaxed);
#ifdef RACE
  if (before == 2) {
    assert(value == 0 || value == 1);
  }
#endif
  (void)before;
  return NULL;
}

static void *look(void *unused) {
  (void)unused;
#if !defined UNSEEN && !defined ATOMIC
  assert(value == 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second, third, other;
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
#ifdef ATOMIC
  atomic_store_explicit(&value, 1, memory_order_relaxed);
#else
  value = 1;
#endif
  pthread_create(&other, NULL, look, NULL);
  pthread_create(&third, NULL, add, NULL);
  pthread_join(third, NULL);
  pthread_join(other, NULL);
  pthread_join(second, NULL);
  pthread_join(first, NULL);
  assert(atomic_load_explicit(&added, memory_order_relaxed) == 3);
  return 0;
}
