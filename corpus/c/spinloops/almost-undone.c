//@ about: Loops that add to x and undo that, almost: OTHER subtracts from something else. PLAIN
//@   reads x by a plain load after it has undone the addition, ELSEWHERE reads by an atomic load
//@   what another thread writes by a plain store.
//@ why: OTHER: x is 2 after the first attempt and 0 after the other thread's subtraction, so the
//@   second attempt succeeds. PLAIN, ELSEWHERE: the read races with what the other thread does, and
//@   only an attempt that fails is followed by it.
//@ options: --unroll 3 --no-liveness
//@ all [-DOTHER]: error assertion
//@ all [-DPLAIN]: error data-race
//@ all [-DELSEWHERE]: error data-race
#include <assert.h>
#include <pthread.h>

static int x = 1, y;

static void *tries(void *unused) {
  while (1) {
    if (__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST) == 0) break;
#ifdef OTHER
    __atomic_fetch_sub(&y, 1, __ATOMIC_SEQ_CST);
#else
    __atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST);
#endif
#if defined(PLAIN)
    (void)*(volatile int *)&x;
#elif defined(ELSEWHERE)
    (void)__atomic_load_n(&y, __ATOMIC_SEQ_CST);
#endif
  }
#ifdef OTHER
  assert(0);
#endif
  return unused;
}

static void *lowers(void *unused) {
#ifdef OTHER
  __atomic_fetch_sub(&x, 2, __ATOMIC_SEQ_CST);
#else
  y = 1;
  __atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST);
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, tries, NULL);
  pthread_create(&two, NULL, lowers, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
