//@ about: A thread waits twice for a semaphore that has one unit: it deadlocks with itself. FIXED gives the unit
//@   back in between. With TWO, two threads each want both units of a semaphore and get one.
//@ why: Nobody else posts. With TWO the units can be handed out one to each thread; with FIXED a lock makes taking
//@   both one step.
//@ all: error deadlock
//@ all [-DFIXED]: verified
//@ all [-DTWO]: error deadlock
//@ all [-DTWO -DFIXED]: verified
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t units;
static pthread_mutex_t taking = PTHREAD_MUTEX_INITIALIZER;

static void *take_one_after_the_other(void *unused) {
  (void)unused;
  sem_wait(&units);
#ifdef FIXED
  sem_post(&units);
#endif
  sem_wait(&units);
  sem_post(&units);
  return NULL;
}

static void *take_both(void *unused) {
  (void)unused;
#ifdef FIXED
  pthread_mutex_lock(&taking);
#endif
  sem_wait(&units);
  sem_wait(&units);
#ifdef FIXED
  pthread_mutex_unlock(&taking);
#endif
  sem_post(&units);
  sem_post(&units);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  (void)taking;
  (void)take_both;
  (void)take_one_after_the_other;
#ifdef TWO
  sem_init(&units, 0, 2);
  pthread_create(&first, NULL, take_both, NULL);
  pthread_create(&second, NULL, take_both, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
#else
  (void)second;
  sem_init(&units, 0, 1);
  pthread_create(&first, NULL, take_one_after_the_other, NULL);
  pthread_join(first, NULL);
#endif
}
