//@ about: A thread writes x anew in each iteration until it is stopped. By default another one
//@   waits for x and reads it twice; DONE: it reads x twice after the thread has said that it is
//@   done. LEFT: the loop may be left before x is written.
//@ why: y changes before the thread is stopped, so x may be 5 and then 6. DONE: both are seen only
//@   if the last write of x comes after the word: PSO lets the word overtake it, and RC11 does not
//@   order them. Otherwise DONE is verified without a bound: the second store of a value repeats the
//@   first one. LEFT: x was written by an iteration before the last.
//@ options: --no-liveness
//@ all [--unroll 3]: error assertion
//@ sc,tso,ra [-DDONE]: verified
//@ sc,tso,ra [-DDONE --no-redundant-iterations --unroll 3]: bounded
//@ pso,rc11 [-DDONE]: error assertion
//@ all [-DLEFT --unroll 3]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, stop, done;

#define LOAD(variable) atomic_load_explicit(&(variable), memory_order_relaxed)
#define STORE(variable, value) atomic_store_explicit(&(variable), value, memory_order_relaxed)

static void *writer(void *unused) {
#if defined(LEFT)
  while (!LOAD(stop)) STORE(x, 1);
#else
  do STORE(x, 5 + LOAD(y));
  while (!LOAD(stop));
#endif
  STORE(done, 1);
  return unused;
}

static void *reader(void *unused) {
#ifndef LEFT
  int before = 0;
#ifdef DONE
  if (!LOAD(done)) return unused;
  before = LOAD(x);
#else
  while ((before = LOAD(x)) == 0) {
  }
#endif
  int after = LOAD(x);
  assert(!(before == 5 && after == 6));
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  STORE(y, 1);
  STORE(stop, 1);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
#ifdef LEFT
  assert(!LOAD(x));
#endif
  return 0;
}
