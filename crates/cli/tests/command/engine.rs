//! By which algorithm executions are explored: the option, what results say about it, and that the verdict does not depend on it.

use serde_json::json;

use crate::support::*;

/// Three threads add 1 without looking, and a fourth waits for 3. The additions can be in 6 orders, after all of which the
/// fourth goes on.
const COUNTER: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused) {
  atomic_fetch_add(&x, 1);
  return 0;
}
static void *await(void *unused) {
  while (atomic_load(&x) != 3) {
  }
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, i < 3 ? add : await, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
";

#[test]
fn the_order_of_additions_that_nobody_looks_at_counts_only_if_wanted() {
    let sandbox = Sandbox::new("engine_additions").with("counter.c", COUNTER);
    for (flags, text) in [
        (
            &["--model", "sc", "--no-symmetry"][..],
            "the only execution is fine, not distinguishing the order of independent additions",
        ),
        (&["--model", "sc", "--no-symmetry", "--no-independent-adds"], "all 6 executions are fine"),
        (&["--model", "sc", "--no-symmetry", "--engine", "graph"], "all 6 executions are fine"),
        (&["--model", "rc11", "--no-symmetry"], "all 6 executions are fine"),
    ] {
        let outcome = sandbox.check(&[&["counter.c"], flags].concat());
        assert_eq!(outcome.code, 0, "{flags:?}: {outcome:?}");
        assert!(outcome.stdout.contains(text), "{flags:?}: {}", outcome.stdout);
    }
}

#[test]
fn the_algorithm_and_the_reason_for_it_are_told() {
    let sandbox = Sandbox::new("engine_stats").with("counter.c", COUNTER);
    for (flags, engine, reason) in [
        (&["--model", "sc"][..], "graph", "executions that differ only by swapping them are explored once"),
        (&["--model", "sc", "--no-symmetry"], "trace", "the program has independent additions"),
        (
            &["--model", "sc", "--no-symmetry", "--no-independent-adds"],
            "graph",
            "nothing speaks for interleavings",
        ),
        (&["--model", "sc", "--equivalence", "rf"], "graph", "equivalence rf"),
        (&["--model", "tso"], "graph", "the memory model is weaker than SC"),
        (&["--model", "sc", "--engine", "graph"], "graph", "requested"),
    ] {
        let outcome = sandbox.check(&[&["counter.c", "--stats"], flags].concat());
        let line = outcome.stdout.lines().find(|line| line.trim_start().starts_with("engine:"));
        let line = line.unwrap_or_else(|| panic!("{flags:?}: {}", outcome.stdout));
        assert!(line.contains(engine) && line.contains(reason), "{flags:?}: {line}");
        let outcome = sandbox.check(&[&["counter.c", "--format", "json"], flags].concat());
        let object: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
        assert_eq!(object["engine"]["name"], json!(engine), "{flags:?}");
        assert!(object["engine"]["reason"].as_str().unwrap().contains(reason), "{flags:?}");
        assert!(object.get("stats").is_none(), "{flags:?}: only if asked for");
    }
}

/// A thread pushes a node, and a compare-exchange that fails leaves the top in the node. Another thread counts. Nobody
/// observes what the first one stores when it fails without need, so that there is one execution.
const PUSH: &str = "\
#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *next; };
static struct node *_Atomic top;
static struct node node;
static atomic_int size;
static void *push(void *unused) {
  node.next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &node.next, &node)) {
  }
  return 0;
}
static void *count(void *unused) {
  atomic_fetch_add(&size, 1);
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, push, 0);
  pthread_create(&two, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
";

#[test]
fn stores_of_iterations_in_vain_lead_to_execution_graphs() {
    let sandbox = Sandbox::new("engine_stores").with("push.c", PUSH);
    let outcome = sandbox.check(&["push.c", "--model", "sc", "--stats", "--timeout", "60"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("the only execution is fine"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("graph: iterations that only store"), "{}", outcome.stdout);
}

#[test]
fn interleavings_are_refused_where_they_are_not_enough() {
    let sandbox = Sandbox::new("engine_refused").with("counter.c", COUNTER);
    for flags in
        [&["--model", "tso"][..], &["--model", "all"], &[], &["--model", "sc", "--equivalence", "rf"]]
    {
        let outcome = sandbox.check(&[&["counter.c", "--engine", "trace"], flags].concat());
        assert_eq!(outcome.code, 2, "{flags:?}: {outcome:?}");
        assert!(outcome.stderr.contains("--engine trace: "), "{flags:?}: {}", outcome.stderr);
    }
}

/// Threads that await read too early in some executions, which are in vain. Without awaits, these are executions in which the
/// threads are blocked.
#[test]
fn executions_in_vain_are_no_more_than_awaits_save() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c");
    for (file, definitions) in [("awaits/read-early.c", &[][..]), ("locks/futex-mutex.c", &["--", "-DN=3"])] {
        let path = corpus.join(file);
        let counts = |option: &[&str]| {
            let path = path.to_str().expect("a path that is text");
            let options = ["--no-liveness", "--no-symmetry", "--engine", "graph", "--equivalence", "co"];
            let format = ["--stats", "--format", "json"];
            let all = [&[path][..], &options, &format, option, definitions].concat();
            let object = &Sandbox::new("engine_in_vain").check(&all).objects()[0];
            let count = |value: &serde_json::Value| value.as_u64().unwrap();
            (count(&object["executions"]), count(&object["blocked"]), count(&object["stats"]["premature"]))
        };
        let (executions, blocked, in_vain) = counts(&[]);
        let (without_awaits, blocked_without_awaits, none) = counts(&["--no-awaits"]);
        assert_eq!((executions, 0), (without_awaits, none), "{file}");
        assert!(in_vain > 0 && blocked + in_vain <= blocked_without_awaits, "{file}");
    }
}

/// Additions that count who waits, what is written and who is there: fewer executions if their order does not count.
#[test]
fn programs_of_the_corpus_that_add_without_looking_have_fewer_executions() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c");
    for (file, flags) in [
        ("awaits/waiting-mutex.c", &["--", "-DN=3"][..]),
        ("awaits/counted-queue.c", &["--", "-DN=3"]),
        ("locks/rwlock-counter.c", &["--no-zne", "--", "-DN=3"]),
    ] {
        let executions = |more: &[&str]| {
            let path = corpus.join(file);
            let path = path.to_str().expect("a path that is text");
            let sandbox = Sandbox::new("engine_fewer");
            let outcome = sandbox.check(
                &[&[path, "--model", "sc", "--no-symmetry", "--format", "json"], more, flags].concat(),
            );
            assert_eq!(outcome.code, 0, "{file} {more:?}: {outcome:?}");
            let object: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
            object["executions"].as_u64().expect("a number")
        };
        let all = executions(&["--no-independent-adds"]);
        assert_eq!(all, executions(&["--engine", "graph", "--no-independent-adds"]), "{file}");
        assert!(executions(&["--engine", "graph"]) <= all, "{file}");
        assert!(executions(&[]) < all, "{file}");
    }
}
