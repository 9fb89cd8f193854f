//! `--model FILE`: models from files, their mistakes, and the reports about them.

use crate::support::*;

/// The weakest model that keeps each location coherent, and a flag.
const COHERENT: &str = "\
\"coherent\"
acyclic po-loc | rf | co | fr as coherence
flag ~empty [R] ; fr ; [W] as overwritten
";

fn sandbox(name: &str, model: &str) -> Sandbox {
    Sandbox::new(name).with("SB.litmus", STORE_BUFFERING).with("my.cat", model)
}

#[test]
fn the_verdict_names_the_model_and_what_it_flags() {
    let sandbox = sandbox("model-file-verdict", COHERENT);
    let outcome = sandbox.check(&["SB.litmus", "--model", "my.cat"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stdout.contains("under coherent"), "{}", outcome.stdout);
    // In three of the four executions of store buffering a read misses the write.
    assert!(outcome.stdout.contains("flags 3 executions: overwritten"), "{}", outcome.stdout);
    let object = &sandbox.check(&["SB.litmus", "--model", "my.cat", "--format", "json"]).objects()[0];
    assert_eq!(object["model"], "coherent");
    assert_eq!(object["executions"], 4);
    assert_eq!(object["model_file"]["flags"][0]["executions"], 3);
}

#[test]
fn a_file_that_forbids_the_weak_outcome_makes_the_condition_fail() {
    let sandbox = sandbox("model-file-sc", "acyclic po | rf | co | fr");
    let outcome = sandbox.check(&["SB.litmus", "--model", "./my.cat"]);
    assert_eq!(outcome.code, 1, "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn mistakes_are_shown_in_the_file_and_exit_with_2() {
    for (name, text, hint) in [
        ("unknown-name", "acyclic po | nothing-of-this-name", "nothing-of-this-name"),
        ("missing-include", "include \"not-there.cat\"", "not-there.cat"),
        ("syntax", "acyclic po |", "my.cat:1:"),
        ("dependency", "acyclic addr | co as thin-air", "`addr`"),
    ] {
        let sandbox = sandbox(&format!("model-file-{name}"), text);
        let outcome = sandbox.check(&["SB.litmus", "--model", "my.cat"]);
        assert_eq!(outcome.code, 2, "{name}: {}{}", outcome.stdout, outcome.stderr);
        assert!(
            outcome.stderr.contains(hint) && outcome.stderr.contains("my.cat"),
            "{name}: {}",
            outcome.stderr
        );
        let json = sandbox.check(&["SB.litmus", "--model", "my.cat", "--format", "json"]);
        assert_eq!(json.objects().len(), 1, "{name}");
    }
    let outcome = sandbox("model-file-none", "").check(&["SB.litmus", "--model", "none.cat"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("none.cat: cannot be read: no such file"), "{}", outcome.stderr);
}

#[test]
fn axioms_that_are_asked_at_the_end_are_named() {
    let sandbox = sandbox("model-file-filter", "~empty [W \\ IW] ; rfe as communication");
    let outcome = sandbox.check(&["SB.litmus", "--model", "my.cat"]);
    assert!(
        outcome.stdout.contains("communication is asked about full executions only"),
        "{}",
        outcome.stdout
    );
    let object = &sandbox.check(&["SB.litmus", "--model", "my.cat", "--format", "json"]).objects()[0];
    // One execution has no thread that reads from the other.
    assert_eq!((&object["executions"], &object["model_file"]["filtered"]), (&3.into(), &1.into()));
}

#[test]
fn a_condition_of_defined_behaviour_that_fails_is_an_error() {
    let sandbox = sandbox("model-file-undefined", "undefined_unless empty fr as stale");
    let object = &sandbox.check(&["SB.litmus", "--model", "my.cat", "--format", "json"]).objects()[0];
    assert_eq!(object["error"]["kind"], "undefined");
}

/// The waiting thread reads `a` only in iterations that it repeats, and the other one writes to `a`
/// only after the loop. Acquire and release order the two.
const READ_WHILE_WAITING: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int go, left;
static int a;
static void *wait(void *unused) {
  while (!atomic_load_explicit(&go, memory_order_acquire)) (void)*(volatile int *)&a;
  atomic_store_explicit(&left, 1, memory_order_release);
  return unused;
}
static void *start(void *unused) {
  atomic_store_explicit(&go, 1, memory_order_release);
  return unused;
}
int main(void) {
  pthread_t waiting, starting;
  pthread_create(&waiting, NULL, wait, NULL);
  pthread_create(&starting, NULL, start, NULL);
  if (atomic_load_explicit(&left, memory_order_acquire)) a = 5;
  return 0;
}
";

#[test]
fn dropped_iterations_hide_no_race_of_a_file_that_orders_less() {
    for (name, order, code) in [("ordered", "atomic-hb", 0), ("program-order", "po", 1), ("closed", "po+", 1)]
    {
        let model = format!("include \"races.cat\"\nacyclic po | rf | co | fr\ncall no-race({order})\n");
        let sandbox = Sandbox::new(&format!("model-file-dropped-{name}"))
            .with("wait.c", READ_WHILE_WAITING)
            .with("my.cat", &model);
        let outcome = sandbox.check(&["wait.c", "--model", "my.cat"]);
        assert_eq!(outcome.code, code, "{name}: {}{}", outcome.stdout, outcome.stderr);
    }
}
