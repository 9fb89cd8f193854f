//@ about: A synchronisation object used against its rules: waiting on a condition variable without holding the
//@   mutex; with DESTROY a mutex is destroyed while it is locked. FIXED does it in order.
//@ why: POSIX: undefined in both cases.
//@ all: error invalid-synchronisation
//@ all [-DDESTROY]: error invalid-synchronisation line 18
//@ all [-DDESTROY -DFIXED]: verified
#include <pthread.h>
#include <stddef.h>

int main(void) {
  pthread_mutex_t lock;
  pthread_mutex_init(&lock, NULL);
#ifdef DESTROY
  pthread_mutex_lock(&lock);
#ifdef FIXED
  pthread_mutex_unlock(&lock);
#endif
  pthread_mutex_destroy(&lock);
#else
  pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  pthread_cond_wait(&changed, &lock);
#endif
}
