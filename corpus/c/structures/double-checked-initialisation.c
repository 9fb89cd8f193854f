//@ about: Double-checked initialisation (D. Schmidt and T. Harrison, PLoP 1996; S. Meyers and A. Alexandrescu, C++
//@   and the Perils of Double-Checked Locking, Dr. Dobb's 2004). Two threads want the instance. With BROKEN its
//@   pointer is stored relaxed; with BROKEN_LOCK the second look under the lock is left out.
//@ why: Who sees the pointer has acquired what its release store published; who does not takes the lock and looks
//@   again, so the instance is made once. With BROKEN the fast path reads the instance unordered; PSO may show the
//@   pointer before the contents. Without the second look both threads make an instance, in every model.
//@ all: verified
//@ sc,tso,ra [-DBROKEN]: verified
//@ pso [-DBROKEN]: error assertion
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DBROKEN_LOCK]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct instance {
  int value;
};

static struct instance instances[2];
static int made;  // how many of them, guarded by the lock
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct instance *) the_instance;

static struct instance *get_instance(void) {
  struct instance *instance = atomic_load_explicit(&the_instance, memory_order_acquire);
  if (instance != NULL) return instance;
  pthread_mutex_lock(&lock);
#ifndef BROKEN_LOCK
  instance = atomic_load_explicit(&the_instance, memory_order_relaxed);
#endif
  if (instance == NULL) {
    assert(made == 0);
    instance = &instances[made++];
    instance->value = 42;
    atomic_store_explicit(&the_instance, instance, PUBLISH);
  }
  pthread_mutex_unlock(&lock);
  return instance;
}

static void *user(void *unused) {
  (void)unused;
  assert(get_instance()->value == 42);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(made == 1);
}
