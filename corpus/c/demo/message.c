//@ about: A thread writes a message and says that it is there; main looks whether it is, and reads it. The flag should
//@   be stored with memory_order_release, as it is with FIXED. What `make demo` shows.
//@ why: RC11: the load acquires nothing from a relaxed store, so that nothing orders writing and reading the text.
//@   PSO: the flag overtakes the text. SC, TSO and RA have the order anyway. Where there is no error, the flag is seen or it is
//@   not: two executions.
//@ sc,tso,ra: verified executions=2 blocked=0
//@ pso: error assertion
//@ rc11: error data-race
//@ all [-DFIXED]: verified executions=2 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_relaxed
#endif

static int message;
static atomic_bool ready;

static void *send(void *unused) {
  (void)unused;
  message = 42;
  atomic_store_explicit(&ready, 1, PUBLISH);
  return NULL;
}

int main(void) {
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(message == 42);
  pthread_join(sender, NULL);
}
