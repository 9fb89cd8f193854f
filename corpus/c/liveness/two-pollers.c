//@ about: Two threads poll a flag under a lock that nobody raises.
//@ why: They wait for ever. That each gets the lock from the other one does not make it a matter of
//@   turns.
//@ all: error livelock
//@ all [--no-livelock-with-writes]: error livelock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag;

static void *polls(void *unused) {
  int is_up = 0;
  while (!is_up) {
    pthread_mutex_lock(&mutex);
    is_up = flag;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, polls, NULL);
  pthread_create(&two, NULL, polls, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
