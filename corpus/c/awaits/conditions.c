//@ about: What an await may wait for: x goes from 0 to 7, and a thread waits until the CONDITION holds, which is a
//@   comparison, with a number or with a variable, a mask, a disjunction, a conjunction, a range, a switch, a table of
//@   bits, or computed step by step. SUM: until x and y, which two threads set, add up to 2.
//@ why: One execution for each value that satisfies the condition; 7 always does, so nobody waits for ever. SUM: x is
//@   loaded first; with 0 the wait for y is in vain, but not for ever: 1 and 1 blocked. Without awaits y may also
//@   have been read too early, or with x as it was: 3 blocked.
//@ all [-DCONDITION=LEAST]: verified executions=3 blocked=0
//@ all [-DCONDITION=VARIABLE]: verified executions=3 blocked=0
//@ all [-DCONDITION=MASK]: verified executions=4 blocked=0
//@ all [-DCONDITION=DISJUNCTION]: verified executions=2 blocked=0
//@ all [-DCONDITION=CONJUNCTION]: verified executions=4 blocked=0
//@ all [-DCONDITION=RANGE]: verified executions=4 blocked=0
//@ all [-DCONDITION=SWITCH]: verified executions=3 blocked=0
//@ all [-DCONDITION=TABLE]: verified executions=3 blocked=0
//@ all [-DCONDITION=STEPS]: verified executions=3 blocked=0
//@ all [-DCONDITION=CHOICE]: verified executions=4 blocked=0
//@ all [-DCONDITION=ANYTHING]: verified executions=8 blocked=0
//@ all [-DCONDITION=MASK --no-awaits]: verified executions=4 blocked=4
//@ all [-DCONDITION=SWITCH --no-awaits]: verified executions=3 blocked=5
//@ all [-DCONDITION=SUM]: verified executions=1 blocked=1
//@ all [-DCONDITION=SUM --no-awaits]: verified executions=1 blocked=3
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  LEAST, VARIABLE, MASK, DISJUNCTION, CONJUNCTION, RANGE, SWITCH, TABLE, STEPS, CHOICE, ANYTHING, SUM
};

static atomic_int x, y;

static int look(void) {
  return atomic_load_explicit(&x, memory_order_relaxed);
}

static bool is_odd_and_not_five(int value) {
  if (value % 2 == 0) return false;
  return value != 5;
}

static void wait(int limit) {
  int seen, last;
  bool done = false;
  switch (CONDITION) {
    case LEAST:  // 5, 6, 7
      while (look() < 5) {
      }
      break;
    case VARIABLE:  // 5, 6, 7
      while (look() <= limit) {
      }
      break;
    case MASK:  // 1, 3, 5, 7
      while ((look() & 1) == 0) {
      }
      break;
    case DISJUNCTION:  // 2, 7
      do {
        seen = look();
      } while (!(seen == 2 || seen == 7));
      break;
    case CONJUNCTION:  // 3, 4, 6, 7
      do {
        seen = look();
      } while (!(3 <= seen && seen != 5));
      break;
    case RANGE:  // 0, 5, 6, 7
      while ((unsigned)look() - 1 <= 3) {
      }
      break;
    case SWITCH:  // 1, 4, 7
      while (!done) {
        switch (look()) {
          case 1:
          case 4:
          case 7:
            done = true;
            break;
          default:
            break;
        }
      }
      break;
    case TABLE:  // 1, 5, 7
      while ((0xa2 >> look() & 1) == 0) {
      }
      break;
    case STEPS:  // 1, 3, 7
      while (!is_odd_and_not_five(look())) {
      }
      break;
    case CHOICE:  // 0, 1, 2, 7
      for (;;) {
        last = limit > 3 ? 2 : 1;
        seen = look();
        if (seen == 7 || seen <= last) break;
      }
      break;
    case ANYTHING:
      while (look() > 7) {
      }
      break;
    case SUM:
      while (look() + atomic_load_explicit(&y, memory_order_relaxed) != 2) {
      }
      break;
  }
}

static void *waiter(void *limit) {
  wait((int)(intptr_t)limit);
  return NULL;
}

static void *count(void *unused) {
  (void)unused;
  int last = CONDITION == SUM ? 1 : 7;
  for (int value = 1; value <= last; value++) atomic_store_explicit(&x, value, memory_order_relaxed);
  return NULL;
}

static void *set(void *unused) {
  (void)unused;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, NULL, waiter, (void *)4);
  pthread_create(&two, NULL, count, NULL);
  pthread_create(&three, NULL, set, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
