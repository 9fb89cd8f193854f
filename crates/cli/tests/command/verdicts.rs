//! Verdicts that scripts can trust: exit codes, and what JSON and people are told with them.

use serde_json::{Value, json};

use crate::support::*;

const FINE: &str = "int main(void) { return 0; }\n";
const WRONG: &str = "#include <assert.h>\nint main(void) {\n  assert(0);\n}\n";
const UNKNOWN: &str = "void somewhere(void);\nint main(void) {\n  somewhere();\n}\n";
const SOME_VALUES: &str =
    "int __VERIFIER_nondet_int(void);\nint main(void) {\n  return __VERIFIER_nondet_int() == 9;\n}\n";

/// A thread calls a function that nobody defines if it reads 1, and fails if it reads 0.
const BOTH: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void somewhere(void);
atomic_int flag;
void *reader(void *unused) {
  if (atomic_load(&flag)) somewhere();
  else assert(0);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  atomic_store(&flag, 1);
  pthread_join(thread, 0);
}
";

/// A loop that may go on for ever, in a litmus test.
const LOOP: &str = "\
C loop
{}
P0(atomic_int *x, atomic_int *y) {
  while (atomic_load(x) == 0) {
    atomic_fetch_add(y, 1);
  }
}
P1(atomic_int *x) {
  atomic_store(x, 1);
}
";

fn check(name: &str, source: &str, arguments: &[&str]) -> Outcome {
    let arguments = [&["program.c"], arguments].concat();
    Sandbox::new(&format!("verdicts_{name}")).with("program.c", source).check(&arguments)
}

fn code_and_verdict(name: &str, source: &str, arguments: &[&str]) -> (i32, Value) {
    let outcome = check(name, source, &[&["--format", "json"], arguments].concat());
    (outcome.code, outcome.objects()[0]["verdict"].clone())
}

#[test]
fn each_verdict_has_its_code() {
    assert_eq!(code_and_verdict("fine", FINE, &[]), (0, json!("holds")));
    assert_eq!(code_and_verdict("wrong", WRONG, &[]), (1, json!("error")));
    assert_eq!(code_and_verdict("bad", "int main(void) {", &[]), (2, json!("error")));
    assert_eq!(code_and_verdict("some", SOME_VALUES, &[]), (3, json!("bounded")));
    assert_eq!(code_and_verdict("unknown", UNKNOWN, &[]), (4, json!("unsupported")));
}

#[test]
fn what_porf_cannot_run_is_no_error() {
    let outcome = check("no_error", UNKNOWN, &[]);
    assert_eq!(outcome.code, 4, "{outcome:?}");
    for part in [
        "unsupported: the function somewhere, which is neither defined nor known to porf\n --> program.c:3:3\n",
        "program.c: unsupported under rc11: porf cannot run all of it; explored 0 executions\n",
    ] {
        assert!(outcome.stdout.contains(part), "{part:?} is missing in\n{}", outcome.stdout);
    }
    assert!(!outcome.stdout.contains("error"), "{}", outcome.stdout);
    let object = check("no_error_json", UNKNOWN, &["--format", "json"]).objects().remove(0);
    assert_eq!((&object["error"], &object["more_errors"]), (&Value::Null, &json!([])));
    let what = &object["unsupported"][0];
    assert_eq!((&what["kind"], &what["line"]), (&json!("unknown-function"), &json!(3)));
    // It cannot be saved, either.
    let outcome = check("no_error_saved", UNKNOWN, &["--save", "bug.json"]);
    assert_eq!(outcome.code, 4, "{outcome:?}");
    assert!(outcome.stderr.contains("there is no error to be saved"), "{}", outcome.stderr);
}

#[test]
fn an_error_outweighs_what_cannot_be_run() {
    for model in ["sc", "tso", "rc11"] {
        let outcome = check("both", BOTH, &["--keep-going", "--format", "json", "--model", model]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        let object = &outcome.objects()[0];
        assert_eq!((&object["verdict"], &object["error"]["line"]), (&json!("error"), &json!(8)));
        assert_eq!(object["unsupported"][0]["line"], 7);
        assert_eq!(object["unsupported"].as_array().unwrap().len(), 1);
    }
    let outcome = check("both_text", BOTH, &["--keep-going"]);
    for part in ["error: assertion fails", "unsupported: the function somewhere"] {
        assert!(outcome.stdout.contains(part), "{part:?} is missing in\n{}", outcome.stdout);
    }
}

#[test]
fn several_inputs_have_the_most_urgent_code() {
    let sandbox = Sandbox::new("verdicts_several")
        .with("holds.litmus", STORE_BUFFERING)
        .with("fails.litmus", STORE_BUFFERING.replace("exists", "~exists"))
        .with("loop.litmus", LOOP)
        .with("bad.litmus", "C bad\n{}\nP0(int *x) {")
        .with(
            "mixed.litmus",
            "C mixed\n{}\nP0(atomic_int *x) {\n  atomic_store(x, 1);\n}\n\
             P1(atomic_short *x) {\n  atomic_store(x, 1);\n}\n",
        );
    let code = |files: &[&str]| sandbox.check(files).code;
    assert_eq!(code(&["holds.litmus"]), 0);
    assert_eq!(code(&["loop.litmus"]), 3);
    assert_eq!(code(&["holds.litmus", "loop.litmus"]), 3);
    assert_eq!(code(&["loop.litmus", "fails.litmus"]), 1);
    assert_eq!(code(&["fails.litmus", "bad.litmus", "loop.litmus"]), 2);
    let outcome = sandbox.check(&["holds.litmus", "loop.litmus", "bad.litmus", "--format", "json"]);
    let verdicts: Vec<Value> = outcome.objects().iter().map(|object| object["verdict"].clone()).collect();
    assert_eq!(verdicts, [json!("holds"), json!("bounded"), json!("error")]);
}

#[test]
fn a_bound_counts_as_everything_only_if_it_was_asked_for() {
    let sandbox = Sandbox::new("verdicts_unroll").with("loop.litmus", LOOP);
    let outcome = sandbox.check(&["loop.litmus"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(
        outcome.stdout.contains("undecided up to 4 iterations of the loop at line 4"),
        "{}",
        outcome.stdout
    );
    let outcome = sandbox.check(&["loop.litmus", "--unroll", "4", "--format", "json"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let object = &outcome.objects()[0];
    assert_eq!((&object["verdict"], &object["bounds"][0]["chosen"]), (&json!("holds"), &json!("user")));
    // An execution that decides is enough for the verdict, but not everything was explored.
    let decided = LOOP.to_owned() + "exists (y=1)\n";
    let sandbox = Sandbox::new("verdicts_decided").with("loop.litmus", decided);
    let outcome = sandbox.check(&["loop.litmus", "--format", "json"]);
    assert_eq!((outcome.code, &outcome.objects()[0]["verdict"]), (3, &json!("holds")));
}

#[test]
fn a_range_that_is_assumed_is_tried_as_a_whole() {
    let source = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
void abort(void);
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
int main(void) {
  int v = __VERIFIER_nondet_int();
  assume_abort_if_not(v >= -7 && v < 3);
  assert(v != WANTED);
}
";
    let outcome = check("range", source, &["--", "-DWANTED=9"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("all 10 executions are fine"), "{}", outcome.stdout);
    let outcome = check("range_wrong", source, &["--", "-DWANTED=-7"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stdout.contains("  choose -7\n"), "{}", outcome.stdout);
}

#[test]
fn choices_are_told_by_their_values() {
    let wanted = |function: &str, value: &str| {
        let source = format!(
            "#include <assert.h>\n#include <porf.h>\n\
             unsigned long __VERIFIER_nondet_ulong(void);\nchar __VERIFIER_nondet_char(void);\n\
             int main(void) {{\n  assert({function} != {value});\n}}\n"
        );
        let outcome = check("choices", &source, &[]);
        let chosen = format!("choose {}", value.trim_end_matches("ul"));
        assert!(outcome.stdout.contains(&chosen), "{chosen:?} is missing in\n{}", outcome.stdout);
    };
    wanted("porf_nondet_int(-5, 5)", "-3");
    wanted("porf_nondet_uint(4000000000u, 4000000003u)", "4000000001");
    wanted("__VERIFIER_nondet_ulong()", "4ul");
    wanted("__VERIFIER_nondet_char()", "-56");
}

#[test]
fn the_events_of_a_thread_are_limited_as_the_user_says() {
    let source = "\
#include <pthread.h>
#include <stdatomic.h>
atomic_int number;
void *worker(void *unused) {
  for (int i = 0; i < ROUNDS; i++)
    atomic_store(&number, KEPT);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
}
";
    let outcome = check("long", source, &["--", "-DROUNDS=6000", "-DKEPT=i"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let limited = ["--max-events", "1000"];
    let outcome = check("limited", source, &[&limited[..], &["--", "-DROUNDS=6000", "-DKEPT=i"]].concat());
    assert_eq!(outcome.code, 3, "{outcome:?}");
    let text = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "A thread was cut after 1,000 events at program.c:6, for the 1,000th time",
        "Its variables have new values each time: if the loop ends, --max-events N follows it further",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{}", outcome.stdout);
    }
    let endless = source.replace("for (int i = 0; i < ROUNDS; i++)", "for (;;)");
    let plainly = ["--no-liveness", "--no-redundant-iterations", "--format", "json", "--", "-DKEPT=1"];
    let arguments = [&limited[..], &plainly].concat();
    let outcome = check("endless", &endless, &arguments);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    let bound = &outcome.objects()[0]["bounds"][0];
    assert_eq!(
        (&bound["bound"], &bound["limit"], &bound["chosen"], &bound["line"]),
        (&json!("events"), &json!(1000), &json!("auto"), &json!(6))
    );
}

/// Objects that one line allocates have names of their own, and nobody takes them for one.
#[test]
fn objects_of_one_place_are_distinguished() {
    let source = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int *cells[2];
atomic_int *new_cell(void) { return calloc(1, sizeof(atomic_int)); }
void *worker(void *unused) {
  atomic_store(cells[1], 1);
  assert(atomic_load(cells[0]) == 1);
  return 0;
}
int main(void) {
  cells[0] = new_cell();
  cells[1] = new_cell();
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
}
";
    for model in ["sc", "rc11"] {
        let outcome = check("same_site", source, &["--model", model]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        assert!(!outcome.stdout.contains("interleaving"), "{}", outcome.stdout);
        assert!(!outcome.stdout.contains("stale"), "{}", outcome.stdout);
        for name in ["heap(line 6)#1", "heap(line 6)#2"] {
            assert!(outcome.stdout.contains(name), "{name:?} is missing in\n{}", outcome.stdout);
        }
    }
    let object = check("same_site_json", source, &["--format", "json"]).objects().remove(0);
    let execution = &object["error"]["execution"];
    let events = execution["events"].as_array().unwrap();
    let locations = execution["locations"].as_array().unwrap();
    for event in events.iter().filter(|event| !event["location"].is_null()) {
        let number = event["location_number"].as_u64().unwrap() as usize;
        assert_eq!(locations[number]["name"], event["location"]);
    }
    let mut names: Vec<&str> = locations.iter().map(|location| location["name"].as_str().unwrap()).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all, "{names:?}");
}
