//@ about: Two threads set a one-shot flag, and others wait for it: the shipped specification of events. CODE: with
//@   an atomic flag.
//@ why: Each of the W threads that wait reads one of the sets, so there are 2^W executions with two threads that
//@   set the flag; a waiting thread sees what the one did that it reads from. A test may come too early: 3 outcomes.
//@   POLLS: a thread tests until the flag is set, as if it waited. OWN: a thread finds the flag that it has set.
//@   NOBODY: nobody sets the flag, so that all wait for ever.
//@ sc,tso,pso,ra,rc11,cpp20 [-DW=1 --library event]: verified executions=2
//@ sc,rc11 [-DW=3 --library event]: verified executions=8
//@ sc,rc11 [-DW=1 -DTESTS --library event]: verified executions=3
//@ rc11 [-DW=2 -DNOBODY --library event]: error deadlock
//@ sc,rc11 [-DW=1 -DTESTS -DNOBODY --library event]: verified executions=1
//@ sc,tso,pso,ra,rc11,cpp20 [-DW=2 -DPOLLS --library event]: verified executions=4 blocked=0
//@ rc11 [-DW=2 -DPOLLS -DNOBODY --library event]: error deadlock
//@ sc,rc11 [-DW=0 -DOWN --library event]: verified executions=4
//@ sc,rc11 [-DW=1 -DCODE]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef CODE
typedef atomic_int event_t;
static void event_set(event_t *event) { atomic_store_explicit(event, 1, memory_order_release); }
static int event_test(event_t *event) { return atomic_load_explicit(event, memory_order_acquire); }
static void event_wait(event_t *event) {
  while (!event_test(event)) {}
}
#else
typedef int event_t;
void event_set(event_t *event);
void event_wait(event_t *event);
int event_test(event_t *event);
#endif

static event_t event;
static int done[2];

static void *setter(void *argument) {
  done[(long)argument] = 1;
  event_set(&event);
#ifdef OWN
  assert(event_test(&event));
#endif
  return NULL;
}

static void *waiter(void *unused) {
  (void)unused;
#if defined TESTS
  event_test(&event);
#elif defined POLLS
  while (!event_test(&event)) {}
#else
  event_wait(&event);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[2 + W];
  for (long i = 0; i < W; i++) pthread_create(&threads[2 + i], NULL, waiter, NULL);
#ifndef NOBODY
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, setter, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(done[0] && done[1]);
#endif
  for (int i = 0; i < W; i++) pthread_join(threads[2 + i], NULL);
}
