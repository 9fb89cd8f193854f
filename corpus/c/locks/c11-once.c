//@ about: C11's call_once and thread-local variables: a table that is made once, and a counter that each
//@   thread has for itself. BROKEN: the counter is common.
//@ why: call_once runs the function once, and returns only when it has finished. A thread-local variable is
//@   not shared. BROKEN: the increments are not ordered, in any model.
//@ all: verified
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <stddef.h>
#include <threads.h>

#ifdef BROKEN
#define OWN
#else
#define OWN thread_local
#endif

static once_flag flag = ONCE_FLAG_INIT;
static int table;
static OWN int looked_up;

static void make_table(void) {
  table++;
}

static int look_up(void) {
  call_once(&flag, make_table);
  looked_up++;
  return table;
}

static int worker(void *unused) {
  (void)unused;
  assert(look_up() == 1);
  assert(look_up() == 1);
  return looked_up;
}

int main(void) {
  thrd_t first, second;
  int first_result, second_result;
  thrd_create(&first, worker, NULL);
  thrd_create(&second, worker, NULL);
  thrd_join(first, &first_result);
  thrd_join(second, &second_result);
  assert(first_result == 2 && second_result == 2);
  return 0;
}
