//@ about: SafeStack, D. Vyukov's lock-free stack of array indices with a deep bug (posted to the CHESS forum in 2010), with
//@   the harness of Table II in Jonsson, Lång, Sagonas, Awaiting for Godot (FMCAD 2022): two or three threads do A, B and C
//@   operations, pop, push, pop and so on. Who pops does so until it gets an index, and then writes its number to the
//@   cell, which is its own until it pushes it. The stack is as it was posted, but a push loads the head anew in each
//@   try, as the published numbers show; that the numbers in the cells are atomic is ours, so that they may be wrong
//@   without a race.
//@ why: All accesses to the stack are seq_cst, so SC, TSO, PSO and RC11 have the same executions. An exhaustive search of the
//@   states of the algorithm, apart from any memory model, shows: the assertion holds in all of these but 3+3+1,
//@   the fewest operations with which two threads have the same index (the old next of a cell, which comes back behind
//@   the compare-exchange, puts a popped cell on top). Two threads always come to an end. The last index is never
//@   popped: with 2+1+1 the first thread waits for ever if the others pop before it; with 1+1+1 and 3+1+1 there are
//@   too few indices in any case; and with 3+3+1, too, unless two threads have the same one. Count: iterations of the pop
//@   that change nothing are blocked, or awaited, or in the end there are additions to the count that nobody looks
//@   at: three columns of Table II, with every iteration that changes memory followed, and also what a plain enumeration of all orders of conflicting accesses yields. With
//@   2+1+1 and 3+1+1 there are 2690 and 0, of which 26536 are blocked, in the table, since there an iteration is not
//@   said to change nothing if the loop inside of it has gone round; that aside, enumeration yields 2558 and 25744.
//@ sc,tso,pso,rc11 [-DA=2 -DB=1]: verified executions=34
//@ sc,rc11 [-DA=3 -DB=1]: verified executions=103
//@ sc,rc11 [-DA=3 -DB=2]: verified
//@ sc,rc11 [-DA=3 -DB=2 --no-redundant-iterations]: verified executions=1073
//@ sc [-DA=3 -DB=3 --no-redundant-iterations]: verified executions=6434
//@ sc,tso,pso,rc11 [-DA=2 -DB=1 --no-awaits]: verified executions=34 blocked=2
//@ sc,rc11 [-DA=3 -DB=1 --no-awaits]: verified executions=103 blocked=27
//@ sc,rc11 [-DA=3 -DB=2 --no-awaits --no-redundant-iterations]: verified executions=1073 blocked=27
//@ sc [-DA=3 -DB=3 --no-awaits --no-redundant-iterations]: verified executions=6434 blocked=1636
//@ sc [-DA=2 -DB=1 --engine trace --no-independent-adds]: verified executions=34 blocked=1
//@ sc [-DA=3 -DB=1 --engine trace --no-independent-adds]: verified executions=103 blocked=25
//@ sc [-DA=3 -DB=2 --engine trace --no-independent-adds --no-redundant-iterations]: verified executions=1073 blocked=12
//@ sc [-DA=3 -DB=3 --engine trace --no-independent-adds --no-redundant-iterations]: verified executions=6434 blocked=1584
//@ sc [-DA=2 -DB=1 --engine trace]: verified executions=19 blocked=1
//@ sc [-DA=3 -DB=1 --engine trace]: verified executions=56 blocked=25
//@ sc [-DA=3 -DB=2 --engine trace --no-redundant-iterations]: verified executions=463 blocked=12
//@ sc [-DA=3 -DB=3 --engine trace --no-redundant-iterations]: verified executions=2600 blocked=1160
//@ sc,rc11 [-DA=1 -DB=1 -DC=1]: error livelock
//@ sc,rc11 [-DA=2 -DB=1 -DC=1]: error livelock
//@ sc [-DA=2 -DB=1 -DC=1 --no-liveness --no-awaits]: verified executions=2558 blocked=1126
//@ sc [-DA=2 -DB=1 -DC=1 --no-liveness]: verified executions=2558
//@ sc [-DA=3 -DB=1 -DC=1]: error livelock
//@ sc [-DA=3 -DB=1 -DC=1 --no-liveness --no-awaits]: incomplete executions=0 blocked=25744
//@ sc [-DA=3 -DB=1 -DC=1 --no-liveness]: incomplete executions=0
//@ sc [-DA=3 -DB=3 -DC=1 --no-liveness] slow: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 1
#endif
#ifndef C
#define C 0
#endif

enum { CELLS = 3 };

struct cell {
  atomic_int value;
  atomic_int next;
};

static struct cell array[CELLS] = {{0, 1}, {0, 2}, {0, -1}};
static atomic_int head = 0, count = CELLS;

static int pop(void) {
  while (atomic_load(&count) > 1) {
    int head1 = atomic_load(&head);
    int next1 = atomic_exchange(&array[head1].next, -1);
    if (next1 >= 0) {
      int expected = head1;
      if (atomic_compare_exchange_strong(&head, &expected, next1)) {
        atomic_fetch_sub(&count, 1);
        return head1;
      }
      atomic_exchange(&array[head1].next, next1);
    }
  }
  return -1;
}

static void push(int index) {
  int head1;
  do {
    head1 = atomic_load(&head);
    atomic_store(&array[index].next, head1);
  } while (!atomic_compare_exchange_strong(&head, &head1, index));
  atomic_fetch_add(&count, 1);
}

static const int operations[3] = {A, B, C};

static void *worker(void *argument) {
  int self = (int)(intptr_t)argument, index = -1;
  for (int i = 0; i < operations[self]; i++) {
    if (i % 2 == 0) {
      while ((index = pop()) < 0) {
      }
      atomic_store_explicit(&array[index].value, self, memory_order_relaxed);
      assert(atomic_load_explicit(&array[index].value, memory_order_relaxed) == self);
    } else {
      push(index);
    }
  }
  return NULL;
}

int main(void) {
  enum { THREADS = C == 0 ? 2 : 3 };
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
