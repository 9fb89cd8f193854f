//@ about: Producer and consumer with two semaphores (E. W. Dijkstra, Cooperating sequential processes,
//@   1965): one counts free places, the other items. There is one place. BROKEN: the consumer gives the
//@   place back before it has emptied it.
//@ why: The producer waits for the place before each item, the consumer for the item: their turns
//@   alternate, so there is one execution. BROKEN: the first item is read while the second one is written,
//@   in every model.
//@ all: verified executions=1
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define ITEMS 2

static sem_t places, items;
static int place;

static void *producer(void *unused) {
  (void)unused;
  for (int i = 1; i <= ITEMS; i++) {
    sem_wait(&places);
    place = i;
    sem_post(&items);
  }
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  for (int i = 1; i <= ITEMS; i++) {
    sem_wait(&items);
#ifdef BROKEN
    sem_post(&places);
    assert(place == i);
#else
    assert(place == i);
    sem_post(&places);
#endif
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sem_init(&places, 0, 1);
  sem_init(&items, 0, 0);
  pthread_create(&first, NULL, producer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  sem_destroy(&items);
  sem_destroy(&places);
  return 0;
}
