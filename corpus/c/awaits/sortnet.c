//@ about: A sorting network, after Figure 1 and sortnet in Table I of Jonsson, Lång, Sagonas, Awaiting for Godot:
//@   Stateless Model Checking that Avoids Executions where Nothing Happens (FMCAD 2022). N threads sort 2 N numbers by
//@   the merge exchange of K. E. Batcher (Sorting networks and their applications, AFIPS 1968). A comparator belongs to
//@   the thread of its lower element; an element that goes to another thread has a generation, which that one waits
//@   for. BROKEN: it does not acquire it.
//@ why: Each generation of an element is announced once, by the thread that exchanges it, and that is who has waited
//@   for the one before: everything that happens to an element is ordered, and no wait reads anything but the
//@   generation that it waits for. 1 execution, and nobody waits for ever: who does the first comparator that is not
//@   done has all that it waits for. Without awaits others are blocked where they read too early: with two threads
//@   the first one, which waits for both elements of the second one, at either of them: 2. BROKEN: under RC11
//@   nothing synchronises, so the accesses to the elements race; elsewhere loads stay in order.
//@ all: verified executions=1 blocked=0
//@ all [-DN=2]: verified executions=1 blocked=0
//@ all [-DN=3]: verified executions=1 blocked=0
//@ all [-DN=5]: verified executions=1 blocked=0
//@ all [-DN=6]: verified executions=1 blocked=0
//@ all [-DN=8]: verified executions=1 blocked=0
//@ all [-DN=2 --no-awaits]: verified executions=1 blocked=2
//@ all [-DN=3 --no-awaits]: verified executions=1
//@ rc11 [-DBROKEN]: error data-race
//@ sc,tso,pso,ra [-DBROKEN]: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

#ifdef BROKEN
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif

enum { ELEMENTS = 2 * N };

static int x[ELEMENTS];
static atomic_int generation[ELEMENTS];  // how often the element was in a comparator, as far as others have to know

// What a thread knows of an element when it comes to a comparator: all threads follow the network alike.
struct element {
  int generation;
  int thread;  // who had it last
};

static void wait_for(int index, int awaited) {
  while (atomic_load_explicit(&generation[index], ACQUIRE) != awaited) {
  }
}

static void sort_two(int low, int high) {
  int a = x[low], b = x[high];
  if (a > b) {
    x[low] = b;
    x[high] = a;
  }
}

static void *worker(void *argument) {
  int self = (int)(intptr_t)argument;
  struct element elements[ELEMENTS];
  for (int i = 0; i < ELEMENTS; i++) elements[i] = (struct element){0, i / 2};
  for (int p = 1; p < ELEMENTS; p *= 2) {
    for (int k = p; k >= 1; k /= 2) {
      for (int j = k % p; j + k < ELEMENTS; j += 2 * k) {
        for (int i = j; i < j + k && i + k < ELEMENTS; i++) {
          if (i / (2 * p) != (i + k) / (2 * p)) continue;
          int thread = i / 2, ends[2] = {i, i + k};
          for (int end = 0; end < 2; end++) {
            struct element *element = &elements[ends[end]];
            if (thread == self && element->thread != self) wait_for(ends[end], element->generation);
            element->generation++;
            element->thread = thread;
          }
          if (thread != self) continue;
          sort_two(i, i + k);
          for (int end = 0; end < 2; end++) {
            atomic_store_explicit(&generation[ends[end]], elements[ends[end]].generation, memory_order_release);
          }
        }
      }
    }
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < ELEMENTS; i++) x[i] = ELEMENTS - i;
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < ELEMENTS; i++) assert(x[i] == i + 1);
  return 0;
}
