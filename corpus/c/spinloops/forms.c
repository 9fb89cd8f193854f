//@ about: Ways to write a loop that waits. A thread hands over data with a flag; another one waits for the flag, in
//@   the FORM of a while, do or for loop, with goto or continue, by a function, one that is not inlined, one that
//@   calls itself, or a pointer to one, with the flag's value kept in a variable, a structure or an array, as a bit,
//@   or taken by a compare-exchange. PAUSED: it yields, or makes a fence, before it looks again. EXITS: there are
//@   three ways out of the loop. NESTED: it waits for two flags, beginning again with the first. CHAIN: for one
//@   inside of the wait for the other, which counts on the first. BROKEN: the flag is not released.
//@ why: The waiter sees the flag, or does not and waits: 1 execution, 1 blocked. EXITS: the flag is 1, 2 or 3 in
//@   turn: 3, and 1 blocked. NESTED, CHAIN: it does not see the first flag, or sees it but not the second, or both:
//@   1, and 2 blocked. BROKEN: nothing synchronises under RC11, so the accesses to the data race; under PSO the flag
//@   overtakes the data.
//@ all [-DFORM=WHILE --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=WHILE]: verified executions=1
//@ all [-DFORM=DO --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=DO]: verified executions=1
//@ all [-DFORM=FOR --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=FOR]: verified executions=1
//@ all [-DFORM=FOR_STEP --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=FOR_STEP]: verified executions=1
//@ all [-DFORM=GOTO --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=GOTO]: verified executions=1
//@ all [-DFORM=GOTO_INTO --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=GOTO_INTO]: verified executions=1
//@ all [-DFORM=CONTINUE --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=CONTINUE]: verified executions=1
//@ all [-DFORM=SWITCH --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=SWITCH]: verified executions=1
//@ all [-DFORM=COMMA --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=COMMA]: verified executions=1
//@ all [-DFORM=FUNCTION --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=FUNCTION]: verified executions=1
//@ all [-DFORM=NOT_INLINED]: verified executions=1 blocked=1
//@ all [-DFORM=POINTER --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=POINTER]: verified executions=1
//@ all [-DFORM=STRUCTURE --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=STRUCTURE]: verified executions=1
//@ all [-DFORM=ARRAY --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=ARRAY]: verified executions=1
//@ all [-DFORM=BIT --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=BIT]: verified executions=1
//@ all [-DFORM=COMPARE_EXCHANGE --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=COMPARE_EXCHANGE]: verified executions=1
//@ all [-DFORM=PEELED --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=PEELED]: verified executions=1
//@ all [-DFORM=REMEMBERED --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ all [-DFORM=REMEMBERED]: verified executions=1
//@ all [-DFORM=WHILE -DPAUSED]: verified executions=1 blocked=1
//@ all [-DFORM=PEELED -DPAUSED]: verified executions=1 blocked=1
//@ all [-DFORM=EXITS --no-awaits --no-loop-purity]: verified executions=3 blocked=1
//@ all [-DFORM=EXITS]: verified executions=3
//@ all [-DFORM=NESTED --no-awaits --no-loop-purity]: verified executions=1 blocked=2
//@ all [-DFORM=NESTED]: verified executions=1
//@ all [-DFORM=CHAIN --no-awaits --no-loop-purity]: verified executions=1 blocked=2
//@ all [-DFORM=CHAIN]: verified executions=1
//@ rc11 [-DFORM=WHILE -DBROKEN]: error data-race
//@ pso [-DFORM=WHILE -DBROKEN]: error assertion
//@ sc,tso,ra [-DFORM=WHILE -DBROKEN --no-awaits --no-loop-purity]: verified executions=1 blocked=1
//@ sc,tso,ra [-DFORM=WHILE -DBROKEN]: verified executions=1
//@ all [-DFORM=WHILE --no-spinloops --unroll 3]: bounded executions=4 blocked=1
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum form {
  WHILE, DO, FOR, FOR_STEP, GOTO, GOTO_INTO, CONTINUE, SWITCH, COMMA, FUNCTION, NOT_INLINED, POINTER, STRUCTURE,
  ARRAY, BIT, COMPARE_EXCHANGE, PEELED, REMEMBERED, EXITS, NESTED, CHAIN
};

#ifdef BROKEN
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static atomic_int flag, another;
static int data;

static int look(void) {
  return atomic_load_explicit(&flag, memory_order_acquire);
}

static bool is_set(atomic_int *it) {
  return atomic_load_explicit(it, memory_order_acquire) != 0;
}

static bool is_not_set(atomic_int *it) {
  return !is_set(it);
}

__attribute__((noinline)) static bool is_set_with_more(atomic_int *it, int more) {
  return more == 0 ? is_set(it) : is_set_with_more(it, more - 1);
}

static bool (*const asks)(atomic_int *) = is_not_set;

static void pause(void) {
#ifdef PAUSED
  sched_yield();
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

// One of these is what this is about.
static void wait_until_set(void) {
  if (FORM == WHILE) {
    while (look() == 0) pause();
  } else if (FORM == DO) {
    int seen;
    do {
      seen = look();
    } while (seen == 0);
  } else if (FORM == FOR) {
    for (;;) {
      if (look() != 0) break;
    }
  } else if (FORM == FOR_STEP) {
    for (int seen = look(); seen == 0; seen = look()) pause();
  } else if (FORM == GOTO) {
  again:
    if (look() == 0) goto again;
  } else if (FORM == GOTO_INTO) {
    goto inside;
    while (look() == 0) {
    inside:
      pause();
    }
  } else if (FORM == CONTINUE) {
    while (true) {
      int seen = look();
      if (seen == 0) continue;
      if (seen == 1) return;
    }
  } else if (FORM == SWITCH) {
    while (true) {
      switch (look()) {
        case 0: break;
        default: return;
      }
    }
  } else if (FORM == COMMA) {
    int seen;
    while (seen = look(), seen == 0) pause();
  } else if (FORM == FUNCTION) {
    while (!is_set(&flag)) pause();
  } else if (FORM == NOT_INLINED) {
    while (!is_set_with_more(&flag, 2)) pause();
  } else if (FORM == POINTER) {
    while (asks(&flag)) pause();
  } else if (FORM == STRUCTURE) {
    struct {
      int unused, seen;
    } state = {1, 0};
    do {
      state.seen = look();
    } while (state.seen == 0);
  } else if (FORM == ARRAY) {
    int seen[2] = {0, 0};
    while (!seen[1]) seen[1] = look();
  } else if (FORM == BIT) {
    while ((look() & 1) == 0) pause();
  } else if (FORM == COMPARE_EXCHANGE) {
    int expected;
    do {
      expected = 1;
    } while (!atomic_compare_exchange_strong_explicit(&flag, &expected, 2, memory_order_acquire,
                                                      memory_order_relaxed));
  } else if (FORM == PEELED) {
    int seen = look();
    while (seen == 0) {
      pause();
      seen = look();
    }
  } else if (FORM == REMEMBERED) {
    bool done = false;
    while (!done) {
      if (look() != 0) done = true;
    }
  } else if (FORM == EXITS) {
    while (true) {
      int seen = look();
      if (seen == 1) return;
      if (seen == 2) break;
      if (seen != 0) goto out;
    }
  out:
    pause();
  } else if (FORM == NESTED) {
    do {
      while (!is_set(&another)) pause();
    } while (!is_set(&flag));
  } else if (FORM == CHAIN) {
    while (!is_set(&another)) pause();
    while (!is_set(&another) || !is_set(&flag)) pause();
  }
}

static void *waiter(void *unused) {
  (void)unused;
  wait_until_set();
  assert(data == 42);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  data = 42;
  if (FORM == NESTED || FORM == CHAIN) atomic_store_explicit(&another, 1, RELEASE);
  atomic_store_explicit(&flag, 1, RELEASE);
  if (FORM == EXITS) {
    atomic_store_explicit(&flag, 2, RELEASE);
    atomic_store_explicit(&flag, 3, RELEASE);
  }
  pthread_join(thread, NULL);
  return 0;
}
