// What threads do with a queue or a stack, after §4.2 of Kokologiannakis, Marmanis and Vafeiadis, SPORE: Combining Symmetry and
// Partial Order Reduction, PLDI 2024. A program defines
//
//   static void insert(int value);    insert a value
//   static bool take(int *value);     remove one, unless there is none
//
// and includes this file, which has main. N is the number of threads, TAKERS, by default half of them, those that take.
//
//   (multiset)  The others insert a value each, the takers take one each. What they take was inserted.
//   ORDER       The same, but that is noise, and two more threads look at the order: one inserts 1 and then 2, the other one takes
//               two values. From a queue it does not get 2 before 1. From a stack (LIFO), where it begins only if both
//               are there, it does not get 1 before 2.
//   EMPTY       All of them insert a value and then take one. There is one.
//
// Threads that do the same insert the same value, so that nothing tells them apart. A structure in which each thread has a place of
// its own defines PLACE, which threads get as their argument, and enter, which they call with it. One that wants to clean up defines
// CLEAN_UP.

#include <assert.h>
#include <porf.h>
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

#ifndef PLACE
#define PLACE(thread) NULL
#define enter(place) ((void)(place))
#endif

#ifndef CLEAN_UP
#define CLEAN_UP()
#endif

#define NOISE 3  // the value that all insert, but those who look at the order

#ifdef EMPTY

static void *insert_and_take(void *place) {
  enter(place);
  int value;
  insert(NOISE);
  bool found = take(&value);
  assert(found && value == NOISE);
  return NULL;
}

#else

static void *insert_one(void *place) {
  enter(place);
  insert(NOISE);
  return NULL;
}

static void *take_one(void *place) {
  enter(place);
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

static void *insert_in_order(void *place) {
  enter(place);
  insert(1);
  insert(2);
#ifdef LIFO
  atomic_store_explicit(&both_inserted, true, memory_order_release);
#endif
  return NULL;
}

static void *take_in_order(void *place) {
  enter(place);
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

// Creates threads that do the same, with the places from one on.
static void create(pthread_t *threads, int count, void *(*run)(void *), int first) {
  (void)first;
  for (int i = 0; i < count; i++) {
    if (i > 0) porf_symmetric();
    pthread_create(&threads[i], NULL, run, PLACE(first + i));
  }
}

int main(void) {
  pthread_t threads[N];
#ifdef EMPTY
  create(threads, N, insert_and_take, 0);
#else
  create(threads, N - TAKERS, insert_one, 0);
  create(threads + N - TAKERS, TAKERS, take_one, N - TAKERS);
#endif
#ifdef ORDER
  pthread_t inserts, takes;
  pthread_create(&inserts, NULL, insert_in_order, PLACE(N));
  pthread_create(&takes, NULL, take_in_order, PLACE(N + 1));
#endif
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
#ifdef ORDER
  pthread_join(inserts, NULL);
  pthread_join(takes, NULL);
#endif
  CLEAN_UP();
  return 0;
}
