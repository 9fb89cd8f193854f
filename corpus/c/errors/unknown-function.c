//@ about: A function that is declared and nowhere defined: called by main. With UNREACHED the call stands where no
//@   execution comes, which is fine; with RACED some come. FIXED defines it.
//@ why: The thread stores 1 and nothing else, so 2 is never read; 1 is, in some executions.
//@ all: unsupported unknown-function line 35
//@ all [-DRACED]: unsupported unknown-function line 33
//@ all [-DUNREACHED]: verified
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int compute_elsewhere(int number);

#ifdef FIXED
int compute_elsewhere(int number) { return number; }
#endif

static atomic_int state;

static void *set(void *unused) {
  (void)unused;
  atomic_store(&state, 1);
  return NULL;
}

int main(void) {
  pthread_t setting;
  int result = 0;
  pthread_create(&setting, NULL, set, NULL);
#if defined(UNREACHED)
  if (atomic_load(&state) == 2) result = compute_elsewhere(0);
#elif defined(RACED)
  if (atomic_load(&state) == 1) result = compute_elsewhere(0);
#else
  result = compute_elsewhere(0);
#endif
  pthread_join(setting, NULL);
  return result;
}
