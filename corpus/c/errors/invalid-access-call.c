//@ about: A call through a function pointer that is null, with DATA one that points to a variable. FIXED sets it
//@   first. With RACED another thread sets the handler while this one calls it.
//@ why: What is called must be a function. RACED: the load may read the initial null pointer.
//@ all: error invalid-access line 37
//@ all [-DDATA]: error invalid-access line 37
//@ all [-DRACED]: error invalid-access line 37
//@ all [-DFIXED]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef int handler(int);

static int twice(int x) { return 2 * x; }
static int variable;
static _Atomic(handler *) installed;

static void *install(void *unused) {
  (void)unused;
  atomic_store(&installed, twice);
  return NULL;
}

int main(void) {
  pthread_t installer;
  pthread_create(&installer, NULL, install, NULL);
#ifndef RACED
  pthread_join(installer, NULL);
#endif
  handler *call = atomic_load(&installed);
#if defined(DATA)
  call = (handler *)(void *)&variable;
#elif !defined(FIXED) && !defined(RACED)
  call = NULL;
#endif
  int result = call(21);
  assert(result == 42);
#ifdef RACED
  pthread_join(installer, NULL);
#endif
  return variable;
}
