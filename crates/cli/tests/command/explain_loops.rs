//! What became of loops.

use serde_json::{Value, json};

use crate::support::*;

const BEFORE: &str = "\
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x, y;
";

/// What runs `thread` once.
const MAIN: &str = "\
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread, 0);
  pthread_join(id, 0);
}
";

/// The line of the first line of a program between the two.
const FIRST: u64 = 5;

fn sandbox(name: &str, code: &str) -> Sandbox {
    Sandbox::new(&format!("loops_{name}")).with("program.c", format!("{BEFORE}{code}{MAIN}"))
}

/// The loops of a program, with lines counted from its first.
#[track_caller]
fn loops(name: &str, code: &str, flags: &[&str]) -> Vec<Value> {
    let arguments =
        [&["program.c", "--explain-loops", "--format", "json", "--max-executions", "1"], flags].concat();
    let outcome = sandbox(name, code).check(&arguments);
    let [object] = &outcome.objects()[..] else { panic!("{outcome:?}") };
    assert!(object["error"].is_null() || object["error"]["kind"] != "input", "{object}");
    object["loops"].as_array().unwrap_or_else(|| panic!("{object}")).clone()
}

fn line(value: &Value) -> u64 {
    value.as_u64().map_or(0, |line| line.saturating_sub(FIRST) + 1)
}

/// From which line to which the loop goes.
fn lines(report: &Value) -> (u64, u64) {
    (line(&report["line"]), line(&report["end_line"]))
}

/// Line, what was applied, and the kind and the line of the obstacle, of each back edge of a loop.
fn back_edges(report: &Value) -> Vec<(u64, String, Value, u64)> {
    let back_edge = |back_edge: &Value| {
        let applied: Vec<&str> =
            back_edge["applied"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let obstacle = &back_edge["obstacle"];
        (line(&back_edge["line"]), applied.join(" "), obstacle["kind"].clone(), line(&obstacle["line"]))
    };
    report["back_edges"].as_array().unwrap().iter().map(back_edge).collect()
}

/// The only loop has these lines and this only back edge.
#[track_caller]
fn assert_loop(name: &str, code: &str, range: (u64, u64), applied: &str, obstacle: Value, at: u64) -> Value {
    let loops = loops(name, code, &[]);
    let [report] = &loops[..] else { panic!("{loops:?}") };
    assert_eq!(lines(report), range, "{report}");
    let back_edges = back_edges(report);
    let [(_, done, kind, place)] = &back_edges[..] else { panic!("{report}") };
    assert_eq!((&**done, kind, *place), (applied, &obstacle, at), "{report}");
    report.clone()
}

const PEELED: &str = "\
static void *thread(void *unused) {
  int b = atomic_load(&x);
  while (b != 0)
    b = atomic_load(&x);
  return 0;
}
";

#[test]
fn loops_that_only_wait() {
    assert_loop("peeled", PEELED, (3, 4), "bisimilarity spin-assume", Value::Null, 0);
    let rotated = "\
static void *thread(void *unused) {
  int done = 0;
  while (!done) {
    int expected = 0;
    done = atomic_compare_exchange_strong(&x, &expected, 1);
  }
  return 0;
}
";
    assert_loop("rotated", rotated, (3, 5), "loop-rotation spin-assume", Value::Null, 0);
    // The loop begins at the `do`, for which there is no code.
    let repeated = "\
static void *thread(void *unused) {
  int old;
  atomic_store(&y, 1);
  do {
    old = atomic_load(&x);
  } while (!atomic_compare_exchange_strong(&x, &old, old + 1));
  return 0;
}
";
    assert_loop("repeated", repeated, (4, 6), "spin-assume", Value::Null, 0);
}

/// The value of the failed compare-exchange is used again, as if it had been loaded. A first load that is stronger than the
/// failure is no such load under RC11.
#[test]
fn a_loop_that_goes_on_with_the_failed_value() {
    let code = "\
static void *thread(void *unused) {
  int old = atomic_load_explicit(&x, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&x, &old, old + 1, memory_order_acquire,
                                                memory_order_relaxed))
    ;
  return 0;
}
";
    let report = assert_loop("failed_value", code, (3, 3), "failed-values loop-purity", Value::Null, 0);
    let text = "waits instead of repeating itself: an iteration that takes the back edge has only read, and the next one \
                begins with the value that was read last, as if the load before the loop had read it (failed-values)";
    let told = report["back_edges"][0]["text"].as_str().unwrap_or_default();
    assert!(told.starts_with(text), "{told}");
    let stronger = code.replacen("memory_order_relaxed", "memory_order_acquire", 1);
    let loops = |flags: &[&str]| back_edges(&loops("failed_value_stronger", &stronger, flags)[0]);
    let [(_, applied, kind, _)] = &loops(&["--model", "rc11"])[..] else { panic!("one back edge") };
    assert_eq!((applied.contains("failed-values"), kind), (false, &json!("assigns")));
    let [(_, applied, kind, _)] = &loops(&["--model", "tso"])[..] else { panic!("one back edge") };
    assert_eq!((applied.contains("failed-values"), kind), (true, &Value::Null));
}

/// After the exploration, porf tells where iterations were left out that the passes have left.
#[test]
fn iterations_that_are_found_to_be_redundant() {
    let code = "\
struct node { struct node *next; };
static _Atomic(struct node *) head;
static void *thread(void *unused) {
  struct node *node = malloc(sizeof *node);
  node->next = atomic_load(&head);
  while (!atomic_compare_exchange_strong(&head, &node->next, node))
    ;
  return unused;
}
";
    let program = format!(
        "{BEFORE}{code}int main(void) {{
  pthread_t ids[2];
  pthread_create(&ids[0], 0, thread, 0);
  pthread_create(&ids[1], 0, thread, 0);
  pthread_join(ids[0], 0);
  pthread_join(ids[1], 0);
}}
"
    );
    let sandbox = Sandbox::new("loops_redundant").with("program.c", program);
    let outcome = sandbox.check(&["program.c", "--explain-loops", "--format", "json"]);
    let [object] = &outcome.objects()[..] else { panic!("{outcome:?}") };
    let places = object["redundant_at"].as_array().unwrap_or_else(|| panic!("{object}"));
    assert!(places.iter().any(|place| line(&place["line"]) == 6), "{object}");
    let outcome = sandbox.check(&["program.c", "--explain-loops"]);
    let text = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence =
        "Iterations of the loop in thread, program.c:10 were found to be redundant while exploring";
    assert!(text.contains(sentence), "{outcome:?}");
    let outcome = sandbox.check(&["program.c", "--format", "json"]);
    assert!(outcome.objects()[0]["redundant_at"].is_null(), "{outcome:?}");
}

/// The loop around the one that waits is the one that tries again, although both begin at the same place of the code.
#[test]
fn a_lock_that_tests_before_it_sets() {
    let code = "\
static void lock(void) {
  while (1) {
    while (atomic_load(&x))
      ;
    if (!atomic_exchange(&x, 1))
      return;
  }
}
static void *thread(void *unused) {
  lock();
  return 0;
}
";
    let loops = loops("ttas", code, &[]);
    let [outer, inner] = &loops[..] else { panic!("{loops:?}") };
    assert_eq!((&outer["function"], lines(outer)), (&json!("lock"), (2, 5)));
    assert_eq!((&inner["function"], lines(inner)), (&json!("lock"), (3, 3)));
    // An exchange that writes what it has read changes nothing, but that is known only when it has been done; then the thread waits.
    let [(_, applied, kind, place)] = &back_edges(outer)[..] else { panic!("{outer}") };
    assert_eq!(
        (&**applied, kind, *place),
        ("loop-purity dynamic-spin-assume", &json!("read-modify-writes"), 5)
    );
    assert_eq!(back_edges(inner), [(3, "spin-assume".into(), Value::Null, 0)]);
}

#[test]
fn each_back_edge_has_its_own_fate() {
    let code = "\
static void *thread(void *unused) {
  for (;;) {
    if (!atomic_load(&x))
      continue;
    if (atomic_load(&y))
      break;
    atomic_fetch_add(&y, 1);
  }
  return 0;
}
";
    let loops = loops("continue", code, &[]);
    let [report] = &loops[..] else { panic!("{loops:?}") };
    assert_eq!(lines(report), (2, 7));
    let back_edges = back_edges(report);
    let [(_, waits, no_obstacle, _), (end_of_body, goes_on, kind, place)] = &back_edges[..] else {
        panic!("{report}")
    };
    assert_eq!((&**waits, no_obstacle), ("spin-assume", &Value::Null));
    assert_eq!((*end_of_body, &**goes_on, kind, *place), (2, "", &json!("adds"), 7));
}

#[test]
fn loops_that_go_on() {
    let irreducible = "\
static void *thread(void *unused) {
  if (atomic_load(&y))
    goto second;
first:
  if (atomic_load(&x) == 2)
    return 0;
second:
  if (atomic_load(&x) == 1)
    return 0;
  goto first;
}
";
    let report = assert_loop("irreducible", irreducible, (5, 10), "", json!("irreducible"), 0);
    let text = "every iteration is explored, unless redundant: it can be entered at several places (goto)";
    assert_eq!(report["back_edges"][0]["text"], text);
    let adds = "\
static void *thread(void *unused) {
  while (!atomic_load(&x)) {
    atomic_fetch_add(&y, 1);
  }
  return 0;
}
";
    assert_loop("adds", adds, (2, 3), "", json!("adds"), 3);
    let endless = "\
static void *thread(void *unused) {
  while (1)
    ;
}
";
    assert_loop("endless", endless, (2, 2), "", json!("reads-nothing"), 0);
}

/// Too large to be inlined where it recurs, and it writes.
#[test]
fn a_call_is_checked_while_the_program_runs() {
    let code = "\
static void note(int depth) {
  if (depth > 0)
    note(depth - 1);
  atomic_fetch_add(&y, depth);
}
static void *thread(void *unused) {
  while (!atomic_load(&x))
    note(1);
  return 0;
}
";
    let report = assert_loop("call", code, (7, 8), "dynamic-spin-assume", json!("calls"), 8);
    assert_eq!(report["back_edges"][0]["obstacle"]["callee"], "note");
    let text = "waits after an iteration without effects: each iteration is checked at run time (dynamic-spin-assume), \
                because line 12 calls note, which may have effects";
    assert_eq!(report["back_edges"][0]["text"], text);
}

/// Loops of the library are not the user's, even where they are inlined.
#[test]
fn loops_of_the_library_are_not_shown() {
    let code = "\
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *thread(void *unused) {
  pthread_mutex_lock(&mutex);
  free(calloc(3, 4));
  pthread_mutex_unlock(&mutex);
  return 0;
}
";
    assert_eq!(loops("library", code, &[]), Vec::<Value>::new());
    let outcome = sandbox("library_text", code).check(&["program.c", "--explain-loops"]);
    assert!(outcome.stdout.starts_with("The program has no loops.\n\nprogram.c: verified"), "{outcome:?}");
}

/// The loop writes to a variable of its caller, which nobody else sees.
#[test]
fn a_loop_is_shown_as_it_is_where_it_is_inlined() {
    let code = "\
static void read_both(int *a, int *b) {
  do {
    *a = atomic_load(&x);
    *b = atomic_load(&y);
  } while (*a != *b);
}
static void *thread(void *unused) {
  int a, b;
  read_both(&a, &b);
  return a == b ? 0 : &x;
}
";
    let report = assert_loop("inlined", code, (2, 5), "spin-assume", Value::Null, 0);
    assert_eq!(
        (&report["function"], &report["back_edges"][0]["inlined_into"]),
        (&json!("read_both"), &json!("thread"))
    );
}

#[test]
fn what_is_turned_off_is_named() {
    let off = |name: &str, flag: &str| {
        let loops = loops(name, PEELED, &[flag]);
        loops[0]["back_edges"][0]["obstacle"].clone()
    };
    let turned_off = |option: &str| json!({"kind": "turned-off", "option": option});
    assert_eq!(off("no_spin_assume", "--no-spin-assume"), turned_off("--no-spin-assume"));
    // Without one of the others there is another way.
    let loops_without = loops("no_bisimilarity", PEELED, &["--no-bisimilarity"]);
    assert_eq!(loops_without[0]["back_edges"][0]["applied"], json!(["loop-rotation", "spin-assume"]));
    let waits =
        PEELED.replace("int b = atomic_load(&x);", "int b;").replace("b != 0", "(b = atomic_load(&x))");
    let waits = waits.replace("    b = atomic_load(&x);", "    ;");
    let loops = loops("no_spinloops", &waits, &["--no-spinloops"]);
    assert_eq!(loops[0]["back_edges"][0]["obstacle"], turned_off("--no-spinloops"));
}

const SEVERAL: &str = "\
static void *thread(void *unused) {
  while (!atomic_load(&x))
    ;
  for (int i = 0; i < 2; i++)
    atomic_store(&y, i);
  while (!atomic_load(&x)) {
    atomic_fetch_add(&y, 1);
  }
  return 0;
}
";

#[test]
fn what_people_see() {
    let sandbox = sandbox("text", SEVERAL);
    let outcome = sandbox.check(&["program.c", "--explain-loops", "--max-executions", "1"]);
    let expected = "\
loop in thread, line 6: waits instead of repeating itself
 --> program.c:6:3
  |
6 |   while (!atomic_load(&x))
  |   ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: an iteration that takes the back edge has only read (spin-assume)

loop in thread, lines 10-11: every iteration is explored
  --> program.c:10:3
   |
10 |   while (!atomic_load(&x)) {
   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
11 |     atomic_fetch_add(&y, 1);
   |     ----------------------- changes y in each iteration, so no iteration is redundant
   |
   = help: --unroll N bounds the loop; or count in a local variable, and add the number once
           after the loop

loop in thread, program.c:8-9: counts; every iteration is explored

3 loops: 1 waits instead of repeating itself, 1 is explored in full, 1 computes. Without --unroll N,
a loop is explored for as long as it goes on.

";
    assert!(outcome.stdout.starts_with(expected), "{}", outcome.stdout);
    assert!(outcome.stdout[expected.len()..].contains("program.c: "), "{}", outcome.stdout);
    let bounded = sandbox.check(&["program.c", "--explain-loops", "--unroll", "3", "--max-executions", "1"]);
    for part in
        ["lines 10-11: up to 3 iterations are explored\n", "counts; up to 3 iterations are explored\n"]
    {
        assert!(bounded.stdout.contains(part), "{}", bounded.stdout);
    }
    assert!(!bounded.stdout.contains("Without --unroll"), "{}", bounded.stdout);
}

/// Once, whatever the number of models.
#[test]
fn under_all_models() {
    let sandbox = sandbox("models", PEELED);
    let text = sandbox.check(&["program.c", "--explain-loops", "--model", "all"]).stdout;
    assert_eq!(text.matches("loop in thread").count(), 1, "{text}");
    let objects =
        sandbox.check(&["program.c", "--explain-loops", "--model", "all", "--format", "json"]).objects();
    assert_eq!(objects.len(), 6);
    assert!(objects.iter().all(|object| object["loops"] == objects[0]["loops"]));
    let without = sandbox.check(&["program.c", "--format", "json"]).objects();
    assert!(without[0].get("loops").is_none());
}

#[test]
fn only_programs_have_loops_to_explain() {
    let sandbox = sandbox("usage", PEELED).with("SB.litmus", STORE_BUFFERING);
    let cases: [(&[&str], &str); 4] = [
        (&["SB.litmus"], "porf: --explain-loops: SB.litmus is not part of a program"),
        (&["program.c", "SB.litmus"], "porf: --explain-loops: SB.litmus is not part of a program"),
        (&["."], "porf: --explain-loops: . is not part of a program"),
        (&["--replay", "bug.json"], "cannot be used with"),
    ];
    for (arguments, message) in cases {
        let outcome = sandbox.check(&[&["--explain-loops"], arguments].concat());
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

/// LLVM IR without positions.
#[test]
fn loops_without_a_source() {
    let code = "\
@x = global i32 0
define i32 @main() {
  br label %wait
wait:
  %value = load atomic i32, ptr @x seq_cst, align 4
  %done = icmp eq i32 %value, 0
  br i1 %done, label %end, label %wait
end:
  ret i32 0
}
";
    let sandbox = Sandbox::new("loops_llvm").with("program.ll", code);
    let outcome = sandbox.check(&["program.ll", "--explain-loops"]);
    assert!(outcome.stdout.starts_with("loop in main: waits instead of repeating itself\n"), "{outcome:?}");
    assert!(outcome.stdout.contains("The only loop waits instead of repeating itself.\n"), "{outcome:?}");
}
