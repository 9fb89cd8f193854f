//@ about: N threads meet twice at a barrier, and read between what the others wrote before: the shipped
//@   specification of barriers. CODE: with a barrier that counts and waits for its sense to turn (Herlihy and
//@   Shavit, The Art of Multiprocessor Programming, section 17.3). MISSING: one thread does not come.
//@ why: A barrier decides nothing, so there is one execution.
//@ sc,tso,pso,ra,rc11,cpp20 [-DN=3 --library barrier]: verified executions=1
//@ sc,rc11 [-DN=8 --library barrier]: verified executions=1
//@ rc11 [-DN=3 -DMISSING --library barrier]: error deadlock
//@ sc,rc11 [-DN=3 -DONCE --library barrier]: error data-race
//@ sc,rc11 [-DN=2 -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CODE
typedef struct {
  unsigned size;
  atomic_uint arrived;
  atomic_bool sense;
} meeting_t;
static void barrier_make(meeting_t *barrier, unsigned size) {
  barrier->size = size;
  atomic_init(&barrier->arrived, 0);
  atomic_init(&barrier->sense, 0);
}
static void barrier_await(meeting_t *barrier) {
  static _Thread_local _Bool sense = 1;
  _Bool mine = sense;
  sense = !sense;
  if (atomic_fetch_add(&barrier->arrived, 1) + 1 == barrier->size) {
    atomic_store(&barrier->arrived, 0);
    atomic_store(&barrier->sense, mine);
    return;
  }
  while (atomic_load(&barrier->sense) != mine) {}
}
#else
typedef struct {
  long state;
} meeting_t;
void barrier_make(meeting_t *barrier, unsigned size);
void barrier_await(meeting_t *barrier);
#endif

static meeting_t barrier;
static int parts[N];

static void *work(void *argument) {
  long self = (long)argument;
  int sum = 0;
  parts[self] = 1;
#ifdef MISSING
  if (self == 0) return NULL;
#endif
  barrier_await(&barrier);
  for (int i = 0; i < N; i++) sum += parts[i];
  assert(sum == N);
#ifndef ONCE
  barrier_await(&barrier);
#endif
  parts[self] = 2;
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  barrier_make(&barrier, N);
  for (long i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
}
