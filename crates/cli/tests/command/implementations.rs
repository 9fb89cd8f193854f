//! The code of libraries against specifications and sequential code.

use crate::support::*;

/// A ticket lock, broken in two ways.
const TICKET: &str = "\
#include <stdatomic.h>
typedef struct { atomic_uint next, owner; } lock_t;
void lock_init(lock_t *l) { atomic_init(&l->next, 0); atomic_init(&l->owner, 0); }
void lock_acquire(lock_t *l) {
  unsigned ticket = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&l->owner, memory_order_acquire) != ticket) {}
}
void lock_release(lock_t *l) {
  unsigned owner = atomic_load_explicit(&l->owner, memory_order_relaxed);
#ifdef FORGETFUL
  if (owner == 1) return;
#endif
#ifdef RELAXED
  atomic_store_explicit(&l->owner, owner + 1, memory_order_relaxed);
#else
  atomic_store_explicit(&l->owner, owner + 1, memory_order_release);
#endif
}
";

#[test]
fn a_lock_implements_a_mutex() {
    let sandbox = Sandbox::new("implementations_lock").with("lock.c", TICKET);
    // Two threads lock twice, in 6 orders: binomial(4, 2). With a message, from behind one of the two uses of one thread
    // to the front of one of the other's, the orders are left in which the sender has used the lock so often before the
    // receiver uses it: for sends s and receives r (1 or 2), those in which the s-th of the sender precedes the r-th of the
    // receiver: 3 + 5 + 1 + 3 = 12, for each of two senders.
    let outcome = sandbox.check(&["lock.c", "--implements", "mutex"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let verdict = "lock.c: implements mutex under rc11: all 30 executions are fine, with 2 threads of 2 uses each, 1 message\n";
    assert!(outcome.stdout.starts_with(verdict), "{outcome:?}");
    let bounds = ["--threads", "3", "--calls", "1", "--messages", "0"];
    let outcome = sandbox.check(&[&["lock.c", "--implements", "mutex"], &bounds[..]].concat());
    assert!(
        outcome.stdout.contains("all 6 executions are fine, with 3 threads of 1 use each\n"),
        "{outcome:?}"
    );
}

#[test]
fn what_is_not_ordered_is_shown_with_the_calls() {
    let sandbox = Sandbox::new("implementations_unordered").with("lock.c", TICKET);
    let outcome = sandbox.check(&["lock.c", "--implements", "mutex", "--", "-DRELAXED"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    for part in [
        "error: specification violated: by the specification of mutex, thread client#2 sees behind \
         lock_acquire(&object) all that thread client#1 did before lock_release(&object); here, nothing orders the \
         two",
        "✗ lock_acquire(&object)",
        "The calls\n",
        "How it happens\n",
        "lock_acquire(&object) begins",
    ] {
        assert!(outcome.stdout.contains(part), "{part}\n{outcome:?}");
    }
    let outcome = sandbox.check(&["lock.c", "--implements", "mutex", "--model", "sc", "--", "-DRELAXED"]);
    assert_eq!(outcome.code, 0, "under SC every access synchronises: {outcome:?}");
}

#[test]
fn threads_must_not_wait_where_the_specification_does_not() {
    let sandbox = Sandbox::new("implementations_waits").with("lock.c", TICKET);
    let outcome = sandbox.check(&["lock.c", "--implements", "mutex", "--", "-DFORGETFUL"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let part = "lock_acquire(&object) waits for ever; by the specification of mutex it can only return here";
    assert!(outcome.stdout.contains(part), "{outcome:?}");
}

/// A queue that is a stack, and clients of its own.
const QUEUE: &str = "\
#include <pthread.h>
typedef struct { pthread_mutex_t mutex; int count, values[4]; } queue_t;
void enqueue(queue_t *q, int v) {
  pthread_mutex_lock(&q->mutex);
  q->values[q->count++] = v;
  pthread_mutex_unlock(&q->mutex);
}
int try_dequeue(queue_t *q) {
  pthread_mutex_lock(&q->mutex);
  int v = q->count == 0 ? -1 : q->values[--q->count];
  pthread_mutex_unlock(&q->mutex);
  return v;
}
";

#[test]
fn the_clause_that_is_violated_is_named() {
    let sandbox = Sandbox::new("implementations_clause").with("queue.c", QUEUE);
    let outcome = sandbox.check(&["queue.c", "--implements", "queue", "--messages", "0"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let remark = "porf: queue.c: not defined here, and not checked: dequeue\n";
    assert!(outcome.stderr.contains(remark), "{outcome:?}");
    let clause = "Without `fifo`, the specification of queue would allow this.";
    assert!(outcome.stdout.contains(clause), "{outcome:?}");
    let outcome = sandbox.check(&["queue.c", "--implements", "queue", "--calls", "1", "--format", "json"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let line: serde_json::Value = serde_json::from_str(outcome.stdout.trim()).expect("it is JSON");
    assert_eq!(line["calls"]["specification"], "queue");
    assert_eq!(line["calls"]["kind"], "implements");
    assert_eq!(line["calls"]["client"]["calls"], 1);
}

#[test]
fn a_call_must_not_end_the_process_where_it_should_wait() {
    let leaves = "int dequeue(queue_t *q) {\n  pthread_mutex_lock(&q->mutex);\n  int v = q->count == 0 ? -1 : \
                  q->values[--q->count];\n  pthread_mutex_unlock(&q->mutex);\n  if (v < 0) LEAVE;\n  return v;\n}\n";
    let sandbox =
        Sandbox::new("implementations_exit").with("queue.c", format!("#include <stdlib.h>\n{QUEUE}{leaves}"));
    for leave in ["-DLEAVE=exit(0)", "-DLEAVE=pthread_exit(0)"] {
        let outcome = sandbox.check(&["queue.c", "--implements", "queue", "--calls", "1", "--", leave]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        let part =
            "dequeue(&object) ends its thread or the process; by the specification of queue it can only ";
        assert!(outcome.stdout.contains(part), "{outcome:?}");
    }
}

#[test]
fn threads_that_main_leaves_behind_are_looked_at() {
    // Both threads may draw the same ticket, so that the second one never gets its turn.
    let lock = TICKET.replace(
        "atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed)",
        "atomic_load(&l->next); atomic_store(&l->next, ticket + 1)",
    );
    let client = "\
#include <pthread.h>
static lock_t lock;
static void *work(void *unused) { lock_acquire(&lock); lock_release(&lock); return 0; }
int main(void) {
  lock_init(&lock);
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
  }
}
";
    let sandbox = Sandbox::new("implementations_left_behind").with("lock.c", format!("{lock}{client}"));
    let outcome = sandbox.check(&["lock.c", "--implements", "mutex", "--model", "sc"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let part = "lock_acquire(&lock) waits for ever; by the specification of mutex it can only return here";
    assert!(outcome.stdout.contains(part), "{outcome:?}");
}

/// What the queue is in fact.
const SEQUENTIAL: &str = "\
struct stack { int top, values[8]; };
void enqueue(struct stack *s, int v) { s->values[s->top++] = v; }
int try_dequeue(struct stack *s) { return s->top == 0 ? -1 : s->values[--s->top]; }
";

#[test]
fn calls_are_compared_with_sequential_code() {
    let sandbox =
        Sandbox::new("implementations_linearizable").with("queue.c", QUEUE).with("stack.c", SEQUENTIAL);
    let outcome = sandbox.check(&["queue.c", "--linearizable", "stack.c"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.starts_with("queue.c: linearizable as stack.c under rc11: all "), "{outcome:?}");
    let last = SEQUENTIAL.replace("s->values[--s->top]", "s->values[0]");
    let sandbox = sandbox.with("wrong.c", &last);
    let outcome = sandbox.check(&["queue.c", "--linearizable", "wrong.c"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stdout.contains("error: not linearizable: try_dequeue(&object) returns "), "{outcome:?}");
}

#[test]
fn a_call_that_ends_before_another_one_comes_first() {
    // A reader that looks once finds an old value, although a message says that a new one was written.
    let register = "\
#include <stdatomic.h>
typedef struct { atomic_int value; } cell_t;
void put(cell_t *c, int v) { atomic_store_explicit(&c->value, v, memory_order_relaxed); }
int get(cell_t *c) {
  static _Thread_local int looked, seen;
  if (!looked) seen = atomic_load_explicit(&c->value, memory_order_relaxed);
  looked = 1;
  return seen;
}
";
    let sequential = "\
struct cell { int value; };
void put(struct cell *c, int v) { c->value = v; }
int get(struct cell *c) { return c->value; }
";
    let sandbox =
        Sandbox::new("implementations_overtaken").with("cell.c", register).with("spec.c", sequential);
    let outcome = sandbox.check(&["cell.c", "--linearizable", "spec.c", "--messages", "1"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let outcome = sandbox.check(&["cell.c", "--linearizable", "spec.c", "--calls", "1", "--messages", "1"]);
    assert_eq!(outcome.code, 0, "each thread calls once: {outcome:?}");
}

#[test]
fn a_main_function_is_the_client() {
    let main = "\
#include <pthread.h>
typedef struct { unsigned next, owner; } lock_t;
void lock_init(lock_t *l);
void lock_acquire(lock_t *l);
void lock_release(lock_t *l);
static lock_t lock;
static int shared;
static void *work(void *unused) {
  lock_acquire(&lock);
  shared++;
  lock_release(&lock);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  lock_init(&lock);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
";
    let sandbox = Sandbox::new("implementations_main").with("lock.c", TICKET).with("main.c", main);
    let outcome = sandbox.check(&["lock.c", "main.c", "--implements", "mutex", "--client", "client.c"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let verdict = "lock.c main.c: implements mutex under rc11: both executions are fine\n";
    assert!(outcome.stdout.starts_with(verdict), "{outcome:?}");
    assert!(outcome.stderr.contains("porf: --client: the program has a main of its own\n"), "{outcome:?}");
    // Who locks twice waits for ever, and the specification says so. The first ticket is one of two threads', and the
    // second ticket of that thread comes before or after the other thread's.
    let twice = main.replace("  shared++;", "  lock_acquire(&lock);");
    let sandbox = sandbox.with("twice.c", &twice);
    let outcome = sandbox.check(&["lock.c", "twice.c", "--implements", "mutex"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("in all 4 executions threads wait, as they may\n"), "{outcome:?}");
}

#[test]
fn the_most_general_client_is_a_program() {
    let sandbox = Sandbox::new("implementations_client").with("lock.c", TICKET);
    let outcome = sandbox.check(&["lock.c", "--implements", "mutex", "--client", "client.c"]);
    assert!(outcome.stderr.contains("porf: the client is in client.c\n"), "{outcome:?}");
    let outcome = sandbox.check(&["lock.c", "client.c"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let outcome = sandbox.check(&["lock.c", "client.c", "--implements", "mutex"]);
    assert!(outcome.stdout.contains("all 30 executions are fine\n"), "{outcome:?}");
}

#[test]
fn libraries_that_nobody_has_heard_of_can_be_implemented() {
    // A cell that is filled once: puts after the first one are lost.
    let library = "\
library latch
initially 0

rmw  set_once(c, v) = old   if old == 0 writes v   acq_rel
read look(c) = v            acq

coherent
";
    let code = "\
#include <stdatomic.h>
#include <stdbool.h>
typedef struct { atomic_int value; } latch_t;
int set_once(latch_t *l, int v) {
#ifdef BROKEN
  int old = atomic_load(&l->value);
  if (old == 0) atomic_store(&l->value, v);
#else
  int old = 0;
  atomic_compare_exchange_strong(&l->value, &old, v);
#endif
  return old;
}
int look(latch_t *l) { return atomic_load(&l->value); }
";
    let sandbox = Sandbox::new("implementations_unknown").with("latch.lib", library).with("latch.c", code);
    for model in ["sc", "tso", "pso", "ra", "rc11", "cpp20"] {
        let flags = ["latch.c", "--implements", "latch.lib", "--model", model];
        let outcome = sandbox.check(&flags);
        assert_eq!(outcome.code, 0, "{model}: {outcome:?}");
        let outcome = sandbox.check(&[&flags[..], &["--", "-DBROKEN"]].concat());
        assert_eq!(outcome.code, 1, "{model}: {outcome:?}");
    }
}

#[test]
fn mistakes_are_bad_usage() {
    let sandbox = Sandbox::new("implementations_mistakes")
        .with("lock.c", TICKET)
        .with("queue.c", QUEUE)
        .with("half.c", "void lock_acquire(int *l) {}\n")
        .with("answer.c", "int lock_acquire(int *l) { return *l; }\nvoid lock_release(int *l) {}\n");
    for (flags, code, message) in [
        (
            &["queue.c", "--implements", "mutex"][..],
            2,
            "defines no function of the specification of mutex: lock_init, lock_acquire, lock_release",
        ),
        (
            &["answer.c", "--implements", "mutex"],
            2,
            "`lock_acquire` returns a value in answer.c, but the specification does not say which",
        ),
        (
            &["half.c", "--implements", "mutex"],
            2,
            "no client can use mutex: each of its uses needs a function that is not defined here",
        ),
        (&["lock.c", "--implements", "mutx"], 2, "--library takes a file, or the name of a shipped library"),
        (&["lock.c", "--implements", "mutex", "--library", "mutex"], 2, "cannot be used with"),
        (&["lock.c", "--implements", "mutex", "--save", "x.json"], 2, "--implements: errors of calls"),
        (&["lock.c", "--linearizable", "nowhere.c"], 2, "nowhere.c"),
        (&["lock.c", "--implements", "mutex", "--threads", "1"], 2, "--threads"),
        (&["lock.c", "--client", "client.c"], 2, "--client: there is a most general client only with"),
        (
            &["queue.c", "--implements", "queue", "--calls", "6", "--threads", "8"],
            2,
            "more than 100000 clients",
        ),
    ] {
        let outcome = sandbox.check(flags);
        assert_eq!(outcome.code, code, "{flags:?}: {outcome:?}");
        let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{flags:?}: {outcome:?}");
    }
}
