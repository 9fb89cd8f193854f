//@ about: A program as SV-COMP writes them: no header of the tool, external declarations, reach_error behind an if.
//@   A bounded stack of which one thread pushes and the other pops. With UNSAFE the popper does not take the lock.
//@ why: Whoever holds the lock sees the array and its size together. UNSAFE reads the size while the other thread
//@   writes it.
//@ all: verified
//@ all [-DUNSAFE]: error data-race
#include <pthread.h>
#include <stddef.h>

extern void abort(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
void reach_error(void);

static void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}

static int stack[2], size;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *pusher(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  stack[size] = __VERIFIER_nondet_bool() ? 7 : 8;
  size++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *popper(void *unused) {
  (void)unused;
#ifndef UNSAFE
  pthread_mutex_lock(&lock);
#endif
  if (size > 0) {
    size--;
    __VERIFIER_assert(stack[size] == 7 || stack[size] == 8);
  }
#ifndef UNSAFE
  pthread_mutex_unlock(&lock);
#endif
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, pusher, NULL);
  pthread_create(&second, NULL, popper, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  __VERIFIER_assume(size == 1);
  __VERIFIER_atomic_begin();
  int top = stack[0];
  __VERIFIER_atomic_end();
  __VERIFIER_assert(top == 7 || top == 8);
  return 0;
}
