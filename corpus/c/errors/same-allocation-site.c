//@ about: Two objects that one line allocates. A thread writes to one of them and reads the other, which nobody writes to; the
//@   assertion takes them for one. FIXED reads the one that was written.
//@ why: The other object is 0 from the beginning to the end, in every execution: nothing is stale, and nothing is weak. The thread is the
//@   only one that does anything, so that there is one execution.
//@ all: error assertion line 22
//@ all [-DFIXED]: verified executions=1 blocked=0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *cells[2];

static atomic_int *new_cell(void) { return calloc(1, sizeof(atomic_int)); }

static void *worker(void *unused) {
  (void)unused;
  atomic_store(cells[1], 1);
#ifdef FIXED
  assert(atomic_load(cells[1]) == 1);
#else
  assert(atomic_load(cells[0]) == 1);
#endif
  return NULL;
}

int main(void) {
  cells[0] = new_cell();
  cells[1] = new_cell();
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  free(cells[0]);
  free(cells[1]);
}
