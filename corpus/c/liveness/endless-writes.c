//@ about: Threads that keep each other going for ever by what they write. PING: two hand a token to and fro. By default, and with
//@   N=3, threads raise a flag and lower it again if another one's is up. TOGGLE: one raises and lowers a flag
//@   until the other one has seen it up twice in a row. PAIR: two take two locks in opposite
//@   orders, and give the first one back if they cannot have the second. With PATIENT the second of two waits without a flag.
//@ why: Each has its turn and never gets further if threads take their turns one after the other. Flags: all up, all see that,
//@   all down. TOGGLE: the flag is up after one of three actions, and never when it is looked at again. PAIR: both have one lock, both
//@   fail to get the other, both give back. PING: there is no way out at all. All are interleavings, so under
//@   every model. With PATIENT the first always gets what it wants, and then the second does.
//@ all: error livelock-with-writes
//@ all [-DN=3]: error livelock-with-writes
//@ all [-DPING]: error livelock-with-writes
//@ all [-DTOGGLE]: error livelock-with-writes
//@ all [-DPAIR]: error livelock-with-writes
//@ all [-DPATIENT]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int flag[N], done;
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static int sees_another(long self) {
  for (int i = 0; i < N; i++)
    if (i != self && atomic_load(&flag[i])) return 1;
  return 0;
}

static void *thread(void *argument) {
  long self = (long)argument;
#if defined(PING)
  for (;;) {
    while (atomic_load(&flag[0]) != self) {
    }
    atomic_store(&flag[0], 1 - self);
  }
#elif defined(TOGGLE)
  if (self == 0) {
    while (!atomic_load(&done)) {
      atomic_store(&flag[0], 1);
      atomic_store(&flag[0], 0);
    }
  } else {
    for (;;) {
      int once = atomic_load(&flag[0]);
      int twice = atomic_load(&flag[0]);
      if (once && twice) break;
    }
    atomic_store(&done, 1);
  }
#elif defined(PAIR)
  for (;;) {
    pthread_mutex_lock(&lock[self]);
    int both = pthread_mutex_trylock(&lock[1 - self]) == 0;
    if (both) pthread_mutex_unlock(&lock[1 - self]);
    pthread_mutex_unlock(&lock[self]);
    if (both) break;
  }
#elif defined(PATIENT)
  if (self == 0) {
    atomic_store(&flag[0], 1);
    atomic_store(&done, 1);
    atomic_store(&flag[0], 0);
  } else {
    while (sees_another(self) || !atomic_load(&done)) {
    }
  }
#else
  for (;;) {
    atomic_store(&flag[self], 1);
    if (!sees_another(self)) break;
    atomic_store(&flag[self], 0);
  }
  atomic_store(&flag[self], 0);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], NULL, thread, (void *)i);
  for (long i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
