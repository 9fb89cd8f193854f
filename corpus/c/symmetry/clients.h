// What threads do with a queue or a stack, after §4.2 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and
// Partial Order Reduction, PLDI 2024. A program defines
//
//   static void insert(int value);    insert a value
//   static bool take(int *value);     remove one, unless there is none
//
// and includes this file, which has main. N is the number of threads, which do, depending on what is defined,
//
//   MULTISET  the first half of them insert a value, the others take one. What they take was inserted.
//   ORDER     as with MULTISET, but that is noise, and two more threads look at the order: one inserts 1 and then 2, the other one
//             takes two values. From a queue it does not get 2 before 1. From a stack (LIFO), where it begins only if both
//             are there, it does not get 1 before 2.
//   EMPTY     each inserts a value and then takes one. There is one.
//
// Threads that do the same insert the same value, so that nothing tells them apart.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#ifndef TAKERS
#define TAKERS (N / 2)
#endif

#define NOISE 3  // the value that all insert, but those who look at the order

#ifdef EMPTY

static void *insert_and_take(void *unused) {
  (void)unused;
  int value;
  insert(NOISE);
  bool found = take(&value);
  assert(found && value == NOISE);
  return NULL;
}

#else

static void *insert_one(void *unused) {
  (void)unused;
  insert(NOISE);
  return NULL;
}

static void *take_one(void *unused) {
  (void)unused;
  int value;
  if (take(&value)) {
#ifdef ORDER
    assert(1 <= value && value <= NOISE);
#else
    assert(value == NOISE);
#endif
  }
  return NULL;
}

#endif

#ifdef ORDER

#ifdef LIFO
static atomic_bool both_inserted;
#endif

static void *insert_in_order(void *unused) {
  (void)unused;
  insert(1);
  insert(2);
#ifdef LIFO
  atomic_store_explicit(&both_inserted, true, memory_order_release);
#endif
  return NULL;
}

static void *take_in_order(void *unused) {
  (void)unused;
  int first, second;
#ifdef LIFO
  if (!atomic_load_explicit(&both_inserted, memory_order_acquire)) return NULL;
#endif
  if (!take(&first)) return NULL;
  if (!take(&second)) return NULL;
#ifdef LIFO
  assert(!(first == 1 && second == 2));
#else
  assert(!(first == 2 && second == 1));
#endif
  return NULL;
}

#endif

int main(void) {
  pthread_t threads[N];
#ifdef ORDER
  pthread_t inserts, takes;
  pthread_create(&inserts, NULL, insert_in_order, NULL);
  pthread_create(&takes, NULL, take_in_order, NULL);
#endif
#ifdef EMPTY
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, insert_and_take, NULL);
#else
  for (int i = 0; i < N - TAKERS; i++) pthread_create(&threads[i], NULL, insert_one, NULL);
  for (int i = N - TAKERS; i < N; i++) pthread_create(&threads[i], NULL, take_one, NULL);
#endif
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
#ifdef ORDER
  pthread_join(inserts, NULL);
  pthread_join(takes, NULL);
#endif
  return 0;
}
