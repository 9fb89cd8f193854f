//@ about: N threads need an object that the first of them makes: the shipped specification of initialisation that
//@   happens once. CODE: with double-checked locking.
//@ why: The executions are the choices of the first thread, N. The others read what its end has written, and do
//@   not order each other. Up to symmetry it is one.
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=3 --library once]: verified executions=3
//@ sc,rc11 [-DN=4 --library once]: verified executions=4
//@ sc,rc11 [-DN=4 --library once --symmetry]: verified executions=1
//@ rc11 [-DN=2 -DFORGETS --library once]: error deadlock
//@ sc,rc11 [-DN=2 -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CODE
typedef struct {
  pthread_mutex_t lock;
  atomic_int done;
} once_state_t;
static int once_begin(once_state_t *once) {
  if (atomic_load_explicit(&once->done, memory_order_acquire)) return 1;
  pthread_mutex_lock(&once->lock);
  if (!atomic_load_explicit(&once->done, memory_order_relaxed)) return 0;
  pthread_mutex_unlock(&once->lock);
  return 1;
}
static void once_end(once_state_t *once) {
  atomic_store_explicit(&once->done, 1, memory_order_release);
  pthread_mutex_unlock(&once->lock);
}
static once_state_t once = {PTHREAD_MUTEX_INITIALIZER, 0};
#else
typedef int once_state_t;
int once_begin(once_state_t *once);
void once_end(once_state_t *once);
static once_state_t once;
#endif

static int object;

static void *use(void *unused) {
  (void)unused;
  if (once_begin(&once) == 0) {
    object++;
#ifndef FORGETS
    once_end(&once);
#endif
  }
  assert(object == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
}
