//@ about: The programmer has promised that a place is never reached. FIXED joins the thread first, so that the
//@   promise holds.
//@ why: The value is 0 before the other thread has stored.
//@ all: error unreachable line 27
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int state;

static void *set(void *unused) {
  (void)unused;
  atomic_store(&state, 1);
  return NULL;
}

int main(void) {
  pthread_t setting;
  pthread_create(&setting, NULL, set, NULL);
#ifdef FIXED
  pthread_join(setting, NULL);
#endif
  int result = 0;
  switch (atomic_load(&state)) {
    case 1: result = 1; break;
    default: __builtin_unreachable();
  }
#ifndef FIXED
  pthread_join(setting, NULL);
#endif
  return result - 1;
}
