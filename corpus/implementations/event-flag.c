//@ about: A one-shot event as an atomic flag, the simplest form of publication, as an
//@   implementation of the specification event. BROKEN: setting does not release. BROKEN_TEST: a
//@   test does not acquire. BROKEN_RACE: the flag is volatile, and not atomic.
//@ why: Whoever reads 1 reads the store of some set, and acquires it. A test may find nothing
//@   whenever it likes. BROKEN, BROKEN_TEST: nothing synchronises under RC11 and C++20; BROKEN_TEST
//@   only shows if somebody tests. BROKEN_RACE: a data race under every model.
//@ implements: event
//@ sc,tso,ra,rc11,cpp20: holds
//@ sc,tso,ra [-DBROKEN]: holds
//@ rc11,cpp20 [-DBROKEN]: error
//@ sc,tso,ra [-DBROKEN_TEST]: holds
//@ rc11,cpp20 [-DBROKEN_TEST]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_RACE]: error
#include <stdatomic.h>

#ifdef BROKEN
#define SET memory_order_relaxed
#else
#define SET memory_order_release
#endif
#ifdef BROKEN_TEST
#define TEST memory_order_relaxed
#else
#define TEST memory_order_acquire
#endif

#ifdef BROKEN_RACE
typedef struct {
  volatile int flag;
} event_t;
#define READ(event, order) ((event)->flag)
#define WRITE(event) ((event)->flag = 1)
#else
typedef struct {
  atomic_int flag;
} event_t;
#define READ(event, order) atomic_load_explicit(&(event)->flag, order)
#define WRITE(event) atomic_store_explicit(&(event)->flag, 1, SET)
#endif

void event_set(event_t *event) {
  WRITE(event);
}

void event_wait(event_t *event) {
  while (READ(event, memory_order_acquire) == 0) {
  }
}

int event_test(event_t *event) {
  return READ(event, TEST);
}
