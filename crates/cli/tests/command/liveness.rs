//! Loops that never end.

use crate::support::*;

/// The consumer decides to wait, on line 11, before the producer says that there is nothing to wait for. The flag is only
/// ever 0 or 1.
const LOST: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done, flag;
static void *producer(void *unused) {
  atomic_store(&done, 1);
  atomic_store(&flag, 1);
  return 0;
}
static void *consumer(void *unused) {
  if (!atomic_load(&done))
    while (atomic_load(&flag) != 2)
      ;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
";

/// The same under every model and equivalence, and the story does not hide what is waited for.
#[test]
fn a_loop_that_waits_for_ever_is_an_error_with_its_values() {
    let sandbox = Sandbox::new("livelock").with("lost.c", LOST);
    for model in ["sc", "tso", "pso", "ra", "rc11", "cpp20"] {
        for equivalence in ["co", "rf", "auto"] {
            let outcome = sandbox.check(&["lost.c", "--model", model, "--equivalence", equivalence]);
            assert_eq!(outcome.code, 1, "{model} {equivalence}: {outcome:?}");
            for text in [
                "error: livelock: thread consumer spins for ever: flag stays 1",
                "lost.c:11",
                "thread main waits for the end of thread consumer",
            ] {
                assert!(outcome.stdout.contains(text), "{model} {equivalence}: {}", outcome.stdout);
            }
        }
    }
}

#[test]
fn a_livelock_is_saved_and_shown_again() {
    let sandbox = Sandbox::new("livelock_replay").with("lost.c", LOST);
    assert_eq!(sandbox.check(&["lost.c", "--save", "bug.json"]).code, 1);
    let again = sandbox.check(&["--replay", "bug.json"]);
    assert_eq!(again.code, 1, "{again:?}");
    assert!(again.stdout.contains("flag stays 1"), "{}", again.stdout);
}

/// Of the executions, one is complete (the consumer does not wait); in the other one it waits for ever.
#[test]
fn waiting_for_ever_can_be_allowed() {
    let sandbox = Sandbox::new("livelock_allowed").with("lost.c", LOST);
    let outcome = sandbox.check(&["lost.c", "--no-liveness"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("the only execution is fine (1 more is blocked)"), "{}", outcome.stdout);
    let outcome = sandbox.check(&["lost.c", "--no-liveness", "--liveness"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
}

/// Each thread waits for what the other would write after its own loop: both loops are reported.
#[test]
fn threads_that_wait_for_each_other_in_loops_are_all_marked() {
    let source = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *one(void *unused) {
  while (!atomic_load(&y))
    ;
  atomic_store(&x, 1);
  return 0;
}
static void *two(void *unused) {
  while (!atomic_load(&x))
    ;
  atomic_store(&y, 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
";
    let sandbox = Sandbox::new("livelock_both").with("both.c", source);
    let outcome = sandbox.check(&["both.c"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    for text in ["thread one spins for ever: y stays 0", "thread two spins for ever: x stays 0"] {
        assert!(outcome.stdout.contains(text), "{}", outcome.stdout);
    }
}
