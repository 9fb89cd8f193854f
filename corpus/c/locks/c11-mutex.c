//@ about: A counter under a mutex of C11's threads; each thread returns what it counted. BROKEN: the result
//@   is read again after the unlock.
//@ why: An execution is the order in which the threads get the mutex: 2. BROKEN: the read after the unlock
//@   is not ordered with the other thread's increment, in any model.
//@ all: verified executions=2
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int worker(void *unused) {
  (void)unused;
  mtx_lock(&mutex);
  int result = ++counter;
  mtx_unlock(&mutex);
#ifdef BROKEN
  result = counter;
#endif
  return result;
}

int main(void) {
  thrd_t first, second;
  int first_result, second_result;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&first, worker, NULL);
  thrd_create(&second, worker, NULL);
  thrd_join(first, &first_result);
  thrd_join(second, &second_result);
  mtx_destroy(&mutex);
  assert(first_result + second_result == 3);
  return 0;
}
