//! When two executions count as one: the option, what results say about it, and that nothing else depends on it.

use serde_json::{Value, json};

use crate::support::*;

/// Two threads that write to two locations the other way round, and no reads. The writes to each location can be in two
/// orders; that both end with the first writes is not possible where writes stay in order.
const WRITES: &str = "\
C 2+2W
{}
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 2, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  atomic_store_explicit(x, 2, memory_order_relaxed);
}
";

/// The thread that reads may see its own write or the other one, which then is the last.
const READ_BACK: &str = "\
C read-back
{}
P0(atomic_int *x) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
P1(atomic_int *x) {
  atomic_store_explicit(x, 2, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
";

/// Three writes, of two values.
const SAME_VALUES: &str = "\
C same-values
{}
P0(atomic_int *x) { atomic_store_explicit(x, 1, memory_order_relaxed); }
P1(atomic_int *x) { atomic_store_explicit(x, 1, memory_order_relaxed); }
P2(atomic_int *x) { atomic_store_explicit(x, 2, memory_order_relaxed); }
";

/// Fails on line 16 if the main thread sees the 2 before the 1. The order of the writes to `unread` is up to nobody, and that of
/// the mutex up to who is first.
const PROGRAM: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, unread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *writer(void *value) {
  atomic_store(&unread, (int)(long)value);
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  atomic_store(&x, (int)(long)value);
  return 0;
}
static void check(int first, int second) {
  assert(!(first == 2 && second == 1));
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, (void *)1);
  pthread_create(&b, 0, writer, (void *)2);
  int first = atomic_load(&x);
  check(first, atomic_load(&x));
  pthread_join(a, 0);
  pthread_join(b, 0);
}
";

/// A thread waits for a flag, beside two writes that nobody reads.
const WAITING_PROGRAM: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, unread;
static void *waiter(void *unused) {
  while (!atomic_load(&flag)) {
  }
  atomic_store(&unread, 1);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  atomic_store(&unread, 2);
  atomic_store(&flag, 1);
  atomic_store(&unread, 3);
  pthread_join(thread, 0);
}
";

/// The one result of a check.
#[track_caller]
fn result(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let outcome = sandbox.check(&[arguments, &["--format", "json"]].concat());
    let [object] = &outcome.objects()[..] else { panic!("{outcome:?}") };
    object.clone()
}

/// The result of a litmus test with a condition under a model and an equivalence; the name must be the caller's own.
#[track_caller]
fn litmus(name: &str, test: &str, condition: &str, model: &str, equivalence: &str) -> Value {
    let sandbox = Sandbox::new(&format!("equivalence_{name}"));
    let sandbox = sandbox.with("test.litmus", format!("{test}{condition}\n"));
    result(&sandbox, &["test.litmus", "--model", model, "--equivalence", equivalence])
}

/// The final states, and how many executions end in each.
fn states(object: &Value) -> Vec<(Value, u64)> {
    let states = object["states"].as_array().unwrap().iter();
    states.map(|state| (state["values"].clone(), state["executions"].as_u64().unwrap())).collect()
}

#[test]
fn results_say_which_equivalence_and_who_chose_it() {
    let sandbox = Sandbox::new("equivalence_fields")
        .with("SB.litmus", STORE_BUFFERING)
        .with("writes.litmus", format!("{WRITES}exists (x=1 /\\ y=1)\n"));
    for (equivalence, executions) in [("co", 4), ("rf", 1)] {
        let object = result(&sandbox, &["writes.litmus", "--equivalence", equivalence]);
        assert_eq!(object["equivalence"], equivalence);
        assert_eq!(object["equivalence_chosen"], "user");
        assert_eq!(object["executions"], executions);
    }
    // Each location of store buffering is written once: there is no order to leave open.
    for arguments in [&["SB.litmus"][..], &["SB.litmus", "--equivalence", "auto"]] {
        let object = result(&sandbox, arguments);
        assert_eq!((&object["equivalence"], &object["equivalence_chosen"]), (&json!("co"), &json!("auto")));
    }
    let object = result(&sandbox, &["writes.litmus"]);
    assert_eq!((&object["equivalence"], &object["equivalence_chosen"]), (&json!("rf"), &json!("auto")));
}

#[test]
fn another_word_is_refused_with_those_that_there_are() {
    let sandbox = Sandbox::new("equivalence_wrong").with("SB.litmus", STORE_BUFFERING);
    let outcome = sandbox.check(&["SB.litmus", "--equivalence", "hb"]);
    assert_eq!((outcome.code, &*outcome.stdout), (2, ""));
    assert!(
        outcome
            .stderr
            .contains("invalid value 'hb' for '--equivalence <KIND>'\n  [possible values: co, rf, auto]"),
        "{}",
        outcome.stderr
    );
    let help = sandbox.check(&["--help"]).stdout;
    assert!(help.contains("--equivalence <KIND>"), "{help}");
}

#[test]
fn counts_by_reads_from_are_called_so() {
    let sandbox = Sandbox::new("equivalence_text").with("writes.litmus", format!("{WRITES}exists (x=1)\n"));
    let rf = sandbox.check(&["writes.litmus", "--equivalence", "rf"]);
    for part in [
        "2+2W under rc11: holds\n  exists (x=1)\n  satisfied in 1 of 1 execution\n",
        "  1           1  ✓ satisfies\n  2           1\n",
        "counts for each state that it can end in",
        "\n1 execution, counted by reads-from, ",
    ] {
        assert!(rf.stdout.contains(part), "{part:?} is missing in\n{}", rf.stdout);
    }
    let co = sandbox.check(&["writes.litmus", "--equivalence", "co"]);
    assert!(co.stdout.contains("satisfied in 2 of 4 executions\n"), "{}", co.stdout);
    assert!(co.stdout.contains("\n4 executions, "), "{}", co.stdout);
    assert!(!co.stdout.contains("counted"), "{}", co.stdout);
}

#[test]
fn all_final_states_are_found_without_their_coherence_orders() {
    for (model, allows_first_writes) in
        [("sc", false), ("tso", false), ("pso", true), ("ra", true), ("rc11", true), ("cpp20", true)]
    {
        let co = litmus("states", WRITES, "exists (x=1 /\\ y=1)", model, "co");
        let rf = litmus("states", WRITES, "exists (x=1 /\\ y=1)", model, "rf");
        let verdict = if allows_first_writes { "holds" } else { "fails" };
        let state = |x: &str, y: &str| (json!({"x": x, "y": y}), 1);
        let first = allows_first_writes.then(|| state("1", "1"));
        let expected: Vec<_> =
            first.into_iter().chain([state("1", "2"), state("2", "1"), state("2", "2")]).collect();
        for object in [&co, &rf] {
            assert_eq!(object["verdict"], verdict, "{model}: {object}");
            assert_eq!(states(object), expected, "{model}: {object}");
            assert_eq!(object["witness"].is_null(), !allows_first_writes, "{model}: {object}");
        }
        assert_eq!(co["executions"], expected.len(), "{model}: an order of writes, a state");
        assert_eq!(rf["executions"], 1, "{model}: there are no reads");
        assert_eq!(rf["condition"]["satisfying"], u64::from(allows_first_writes), "{model}");
        assert_eq!(rf["condition"]["violating"], 1, "{model}");
    }
}

#[test]
fn a_witness_ends_in_the_state_that_it_shows() {
    for condition in ["exists (x=1 /\\ y=1)", "exists (x=2 /\\ y=2)", "forall (x=1 \\/ y=1)"] {
        let object = litmus("witness", WRITES, condition, "rc11", "rf");
        let witness = &object["witness"];
        for location in witness["locations"].as_array().unwrap() {
            let last = location["writes"].as_array().unwrap().last().unwrap().as_u64().unwrap();
            let wrote = &witness["events"][usize::try_from(last).unwrap()]["wrote"];
            let wanted = if condition.contains("(x=1 /") { "1" } else { "2" };
            assert_eq!(wrote, wanted, "{condition}: {witness}");
        }
    }
}

#[test]
fn conditions_on_final_values_have_the_same_answers() {
    for (condition, verdict) in [
        ("exists (1:r0=1 /\\ x=1)", "holds"),
        ("exists (1:r0=2 /\\ x=1)", "holds"),
        ("exists (1:r0=1 /\\ x=2)", "fails"),
        ("~exists (1:r0=1 /\\ x=2)", "holds"),
        ("~exists (x=2)", "fails"),
        ("forall (1:r0=2 \\/ x=1)", "holds"),
        ("forall (x=1)", "fails"),
    ] {
        for model in ["sc", "tso", "pso", "ra", "rc11", "cpp20"] {
            let co = litmus("conditions", READ_BACK, condition, model, "co");
            let rf = litmus("conditions", READ_BACK, condition, model, "rf");
            assert_eq!(
                (&co["verdict"], &rf["verdict"]),
                (&json!(verdict), &json!(verdict)),
                "{condition} {model}"
            );
            // The read of its own write leaves the order open.
            assert_eq!((&co["executions"], &rf["executions"]), (&json!(3), &json!(2)), "{condition} {model}");
            let values = |object: &Value| -> Vec<Value> {
                states(object).into_iter().map(|(values, _)| values).collect()
            };
            assert_eq!(values(&co), values(&rf), "{condition} {model}");
        }
    }
}

#[test]
fn an_execution_counts_once_for_a_state() {
    let one = || (json!({"x": "1"}), 1);
    let counts = |object: &Value| {
        ["satisfying", "violating", "filtered"].map(|field| object["condition"][field].as_u64().unwrap())
    };
    // Of the 3! orders, one in three ends with the 2.
    let co = litmus("once", SAME_VALUES, "forall (x=1)", "rc11", "co");
    assert_eq!(states(&co), [(json!({"x": "1"}), 4), (json!({"x": "2"}), 2)]);
    assert_eq!(counts(&co), [4, 2, 0]);
    let rf = litmus("once", SAME_VALUES, "forall (x=1)", "rc11", "rf");
    assert_eq!(states(&rf), [one(), (json!({"x": "2"}), 1)]);
    assert_eq!(counts(&rf), [1, 1, 0]);
    // An execution is filtered if there is no way for it to pass.
    let co = litmus("once", SAME_VALUES, "filter (x=1) forall (x=1)", "rc11", "co");
    assert_eq!((&co["verdict"], counts(&co)), (&json!("holds"), [4, 0, 2]));
    let rf = litmus("once", SAME_VALUES, "filter (x=1) forall (x=1)", "rc11", "rf");
    assert_eq!((&rf["verdict"], counts(&rf)), (&json!("holds"), [1, 0, 0]));
    let rf = litmus("once", SAME_VALUES, "filter (x=3) forall (x=1)", "rc11", "rf");
    assert_eq!(counts(&rf), [0, 0, 1]);
}

/// What a result says, but for how long it took and who chose the equivalence.
fn lasting(mut object: Value) -> Value {
    for field in ["seconds", "compile_seconds", "equivalence_chosen"] {
        object[field] = Value::Null;
    }
    object
}

#[test]
fn nothing_is_left_of_what_was_found_before_beginning_anew() {
    let writes = format!("{WRITES}exists (x=1 /\\ y=1)\n");
    let read_back = format!("{READ_BACK}forall (x=1)\n");
    let sandbox = Sandbox::new("equivalence_anew")
        .with("writes.litmus", writes)
        .with("read.litmus", read_back)
        .with("program.c", PROGRAM)
        .with("waiting.c", WAITING_PROGRAM);
    for arguments in [
        &["writes.litmus"][..],
        &["read.litmus"],
        &["program.c"],
        &["program.c", "--keep-going"],
        &["waiting.c", "--unroll", "2"],
    ] {
        let auto = result(&sandbox, arguments);
        let equivalence = auto["equivalence"].as_str().unwrap().to_owned();
        let chosen = result(&sandbox, &[arguments, &["--equivalence", &equivalence]].concat());
        assert_eq!(
            (&auto["equivalence_chosen"], &chosen["equivalence_chosen"]),
            (&json!("auto"), &json!("user"))
        );
        assert_eq!(lasting(auto), lasting(chosen), "{arguments:?}");
    }
}

#[test]
fn bounds_count_what_is_blocked() {
    let sandbox = Sandbox::new("equivalence_bounds").with("waiting.c", WAITING_PROGRAM);
    // The flag is seen by the first, the second or the third load, or by none of them. Where it is seen, the 1 comes after the 2, and
    // before or after the 3.
    for (equivalence, executions) in [("co", 6), ("rf", 3)] {
        let object =
            result(&sandbox, &["waiting.c", "--unroll", "2", "--no-spinloops", "--equivalence", equivalence]);
        assert_eq!(object["verdict"], "bounded", "{object}");
        assert_eq!((&object["executions"], &object["blocked"]), (&json!(executions), &json!(1)), "{object}");
        assert_eq!(object["bounds"][0]["executions"], 1, "{object}");
    }
}

#[test]
fn an_error_is_found_saved_and_shown_again_under_each_equivalence() {
    let sandbox = Sandbox::new("equivalence_replay").with("program.c", PROGRAM);
    for model in ["sc", "tso", "pso", "ra", "rc11", "cpp20"] {
        for equivalence in ["co", "rf", "auto"] {
            let found = sandbox.check(&[
                "program.c",
                "--model",
                model,
                "--equivalence",
                equivalence,
                "--save",
                "bug.json",
            ]);
            assert_eq!(found.code, 1, "{found:?}");
            let again = sandbox.check(&["--replay", "bug.json"]);
            assert_eq!(again.code, 1, "{model} {equivalence}: {again:?}");
            // The error and the story; what is between them says how much was explored.
            let story = |outcome: &Outcome| {
                let mut parts: Vec<_> = outcome.stdout.split("\n\n").map(str::to_owned).collect();
                parts.remove(1);
                parts
            };
            assert_eq!(story(&again), story(&found), "{model} {equivalence}");
            assert!(again.stdout.contains("  --> program.c:16:3\n"), "{}", again.stdout);
        }
    }
}

#[test]
fn of_all_errors_each_is_told_once() {
    let sandbox = Sandbox::new("equivalence_errors").with("program.c", PROGRAM);
    let co = result(&sandbox, &["program.c", "--keep-going", "--equivalence", "co"]);
    for equivalence in ["rf", "auto"] {
        let object = result(&sandbox, &["program.c", "--keep-going", "--equivalence", equivalence]);
        assert_eq!((&object["error"]["kind"], &object["error"]["line"]), (&json!("assertion"), &json!(16)));
        assert_eq!(object["more_errors"], json!([]));
        let count = |object: &Value| object["executions"].as_u64().unwrap();
        assert!(count(&object) <= count(&co), "{} of {}", count(&object), count(&co));
    }
}
