//@ about: A latch with C11's condition variables: a thread waits until two others have finished a part
//@   each. BROKEN: the waiting thread does not look again when it has been woken.
//@ why: Each part is counted under the mutex, and the waiter goes on only when it has seen all of them
//@   counted. A waiter that wakes up spuriously, looks and waits again might as well have gone on waiting.
//@   BROKEN: it goes on after a spurious wake-up, or after the first part; an interleaving, so in every model.
//@ all: verified
//@ all [-DBROKEN]: error assertion
#include <assert.h>
#include <stddef.h>
#include <threads.h>

#ifdef BROKEN
#define WAIT_WHILE if
#else
#define WAIT_WHILE while
#endif

static mtx_t mutex;
static cnd_t changed;
static int missing = 2;

static int part(void *unused) {
  (void)unused;
  mtx_lock(&mutex);
  missing--;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t first, second;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_create(&first, part, NULL);
  thrd_create(&second, part, NULL);

  mtx_lock(&mutex);
  WAIT_WHILE(missing > 0) {
    cnd_wait(&changed, &mutex);
  }
  assert(missing == 0);
  mtx_unlock(&mutex);

  thrd_join(first, NULL);
  thrd_join(second, NULL);
  cnd_destroy(&changed);
  mtx_destroy(&mutex);
  return 0;
}
