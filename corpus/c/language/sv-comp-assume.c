//@ about: A program of SV-COMP's, with its own assume_abort_if_not and an unused reach_error: abort() means a false assumption in
//@   the one, and an error elsewhere. A lock guards a number that each of two threads adds something to. BUG leaves out the lock of one.
//@   With ENDLESS the program brings an assumption of its own that is an endless loop.
//@ why: Both add the same, whoever comes first. There are two orders of the threads for each of the three
//@   values that are assumed; without a lock, accesses race.
//@ all: verified executions=6 blocked=0
//@ all [-DENDLESS]: verified executions=6 blocked=0
//@ all [-DBUG]: error data-race
//@ all [-DGIVE_UP]: error abort line 54
#include <pthread.h>

extern void abort(void);
extern int __VERIFIER_nondet_int(void);

#ifdef ENDLESS
void __VERIFIER_assume(int condition) {
  if (!condition) {
  LOOP:
    goto LOOP;
  }
}
#define assume_abort_if_not __VERIFIER_assume
#else
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}
#endif

int number, added;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *adder(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  number += added;
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
  return 0;
}

int main() {
  pthread_t one, other;
  added = __VERIFIER_nondet_int();
  assume_abort_if_not(added >= 4 && added <= 6);
  pthread_create(&one, 0, adder, 0);
  pthread_create(&other, 0, adder, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
#ifdef GIVE_UP
  if (number == 12) abort();
#else
  if (number != 2 * added) abort();
#endif
  return 0;
}
