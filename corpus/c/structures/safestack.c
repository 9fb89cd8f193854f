//@ about: SafeStack, D. Vyukov's stack of array indices with a deep bug (2010, published as a challenge to
//@   checkers). Threads alternately pop an index and push it back; FIRST, SECOND and THIRD are their numbers of
//@   operations. A pop here gives up after one attempt.
//@ why: All accesses are seq_cst, so SC, TSO, PSO and RC11 have the same executions. An exhaustive search of the
//@   states of the algorithm, apart from any memory model, shows that with 3+1+1 and with 2+2+2 operations no index
//@   is popped that its owner has not pushed back, and that 3+3+1 are the fewest after which two threads have the
//@   same one: the third thread's exchange takes the old next of item 0, which the first thread has just pushed
//@   again behind it, so the compare-exchange puts the popped item 1 back on top; the second thread, pushing 1,
//@   makes it its own successor, and two threads pop it. Both then write its value.
//@ sc,rc11 [-DFIRST=1 -DSECOND=1 -DTHIRD=1]: verified
//@ sc,tso,pso,rc11 [-DFIRST=3 -DSECOND=1 -DTHIRD=0]: verified
//@ sc,tso,pso,rc11: verified
//@ sc,tso,pso,rc11 [-DFIRST=2 -DSECOND=2 -DTHIRD=2] slow: verified
//@ sc [-DSECOND=3]: error data-race
//@ tso,pso,rc11 [-DSECOND=3] slow: error data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef FIRST
#define FIRST 3
#endif
#ifndef SECOND
#define SECOND 1
#endif
#ifndef THIRD
#define THIRD 1
#endif

enum { NONE = -1 };

struct item {
  int value;
  atomic_int next;
};

static struct item items[3] = {{0, 1}, {0, 2}, {0, NONE}};
static atomic_int head = 0, count = 3;

static int pop(void) {
  if (atomic_load(&count) <= 1) return NONE;
  int top = atomic_load(&head);
  int next = atomic_exchange(&items[top].next, NONE);
  if (next == NONE) return NONE;  // somebody else is popping this item
  int expected = top;
  if (atomic_compare_exchange_strong(&head, &expected, next)) {
    atomic_fetch_sub(&count, 1);
    return top;
  }
  atomic_store(&items[top].next, next);
  return NONE;
}

static void push(int index) {
  int top = atomic_load(&head);
  do {
    atomic_store(&items[index].next, top);
  } while (!atomic_compare_exchange_strong(&head, &top, index));
  atomic_fetch_add(&count, 1);
}

static void *worker(void *operations) {
  for (int left = *(int *)operations; left > 0; left -= 2) {
    int index = pop();
    if (index == NONE) break;
    items[index].value = left;  // ours until we push it
    if (left > 1) push(index);
  }
  return NULL;
}

int main(void) {
  static int operations[3] = {FIRST, SECOND, THIRD};
  pthread_t first, second, third;
  pthread_create(&first, NULL, worker, &operations[0]);
  pthread_create(&second, NULL, worker, &operations[1]);
  pthread_create(&third, NULL, worker, &operations[2]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
}
