//@ about: Dining philosophers (E. W. Dijkstra, Hierarchical ordering of sequential processes, 1971), who
//@   take the fork with the lower number first. BROKEN: all take their left fork first.
//@ why: Any two neighbours share a fork, and with 2 or 3 philosophers all are neighbours. Each has all its
//@   forks before it lays one down, so who precedes whom at a fork precedes it altogether; an execution is
//@   an order of the philosophers: 2 and 6. BROKEN: each holds one fork and waits for the next.
//@ all [-DPHILOSOPHERS=2]: verified executions=2
//@ all: verified executions=6
//@ all [-DPHILOSOPHERS=2 -DBROKEN]: error deadlock
//@ all [-DBROKEN]: error deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef PHILOSOPHERS
#define PHILOSOPHERS 3
#endif

struct fork {
  pthread_mutex_t mutex;
  int meals;  // that were eaten with it
};

static struct fork forks[PHILOSOPHERS];

static void *philosopher(void *argument) {
  int left = (int)(intptr_t)argument;
  int right = (left + 1) % PHILOSOPHERS;
  int first = left;
  int second = right;
#ifndef BROKEN
  if (first > second) {
    first = right;
    second = left;
  }
#endif
  pthread_mutex_lock(&forks[first].mutex);
  pthread_mutex_lock(&forks[second].mutex);
  forks[left].meals++;
  forks[right].meals++;
  pthread_mutex_unlock(&forks[second].mutex);
  pthread_mutex_unlock(&forks[first].mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[PHILOSOPHERS];
  for (int i = 0; i < PHILOSOPHERS; i++) {
    pthread_mutex_init(&forks[i].mutex, NULL);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) {
    pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) {
    pthread_join(threads[i], NULL);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) {
    assert(forks[i].meals == 2);
  }
  return 0;
}
