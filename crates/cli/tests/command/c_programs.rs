//! C programs: verdicts, in words and as exit codes.

use std::fs;
use std::time::{Duration, Instant};

use crate::support::*;

/// Two threads that lock, increment and unlock: who is first is all there is to choose.
const LOCKED: &str = "\
#include <pthread.h>
#include <assert.h>
static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == EXPECTED);
}
";

/// Waits for a flag that is set at some time. The loop is on line 5.
const FLAG: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *waiter(void *unused) {
  while (!atomic_load(&flag)) {
  }
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  atomic_store(&flag, 1);
  pthread_join(thread, 0);
}
";

/// Waits for a flag that is never set, twice. The loop is on line 5.
const NEVER: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *waiter(void *unused) {
  while (!atomic_load(&flag)) {
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, waiter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
";

/// The program in one file, checked with the arguments.
fn check(name: &str, source: &str, arguments: &[&str]) -> Outcome {
    let arguments = [&["program.c"], arguments].concat();
    Sandbox::new(&format!("c_{name}")).with("program.c", source).check(&arguments)
}

#[track_caller]
fn assert_says(outcome: &Outcome, code: i32, parts: &[&str]) {
    assert_eq!(outcome.code, code, "{outcome:?}");
    // Where lines break depends on the width.
    let text = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in\n{}", outcome.stdout);
    }
}

#[test]
fn verified() {
    let outcome = check("verified", LOCKED, &["--", "-DEXPECTED=2"]);
    assert_says(
        &outcome,
        0,
        &[
            "program.c: verified under rc11: the only execution is fine, up to symmetry of 2 threads",
            "clang ",
            "exploration ",
        ],
    );
    assert!(!outcome.stdout.contains("error"), "{}", outcome.stdout);
}

#[test]
fn an_error_is_shown_in_the_source() {
    let outcome = check("error", LOCKED, &["--", "-DEXPECTED=3"]);
    assert_says(
        &outcome,
        1,
        &["error: assertion fails: counter == EXPECTED", "--> program.c:17:3", "program.c: error under rc11"],
    );
    assert!(outcome.stdout.contains("17 |   assert(counter == EXPECTED);\n"), "{}", outcome.stdout);
    for step in ["How it happens", "create thread worker#1", "create thread worker#2", "✗ assertion fails"]
    {
        assert!(outcome.stdout.contains(step), "{step:?} is missing in\n{}", outcome.stdout);
    }
}

/// What the runtime does when main has returned is told only if all is.
#[test]
fn stories_keep_to_the_lines_of_the_program() {
    const UNJOINED: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *reader(void *unused) {
  assert(atomic_load(&x) == 0);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  atomic_store(&x, 1);
  return 0;
}
";
    for (flags, told) in [(&[][..], false), (&["--full"], true)] {
        let outcome = check("unjoined", UNJOINED, flags);
        assert_says(&outcome, 1, &["store.sc x = 1", "load.sc x → 1 (from main:12)"]);
        assert_eq!(outcome.stdout.contains("at_exit_handlers"), told, "{}", outcome.stdout);
    }
}

#[test]
fn a_location_that_changes_and_changes_back_is_pointed_out() {
    const STACK: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int top = 1, next = 2;
static void *pop(void *unused) {
  int old = atomic_load(&top);
  int below = atomic_load(&next);
  if (old == 1 && atomic_compare_exchange_strong(&top, &old, below)) assert(atomic_load(&next) == below);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, pop, 0);
  atomic_store(&top, BETWEEN);
  atomic_store(&next, 3);
  atomic_store(&top, 1);
  pthread_join(thread, 0);
}
";
    for (between, is_told) in [("0", true), ("1", false)] {
        let outcome = check("aba", STACK, &["--model", "sc", "--", &format!("-DBETWEEN={between}")]);
        assert_says(&outcome, 1, &["assertion fails"]);
        assert_eq!(outcome.stdout.contains("◄ changed back (ABA)"), is_told, "{}", outcome.stdout);
    }
}

#[test]
fn bounded_names_the_bound() {
    // The load that sees the flag is the first, the second or the third; two iterations are followed.
    let outcome = check("bounded", FLAG, &["--unroll", "2", "--no-spinloops"]);
    assert_says(
        &outcome,
        0,
        &[
            "program.c: verified up to 2 iterations of the loop at program.c:5 under rc11",
            "1 execution goes on beyond",
            "Explored 3 executions and 1 blocked",
        ],
    );
    assert!(!outcome.stdout.contains("verified under"), "{}", outcome.stdout);
}

#[test]
fn incomplete_by_a_limit() {
    let outcome = check("limit", LOCKED, &["--max-executions", "1", "--no-symmetry", "--", "-DEXPECTED=2"]);
    assert_says(
        &outcome,
        3,
        &["program.c: incomplete under rc11", "Stopped at the limit of --max-executions"],
    );
}

#[test]
fn an_endless_loop_is_given_up_with_its_line() {
    let start = Instant::now();
    let outcome = check("endless", "int main(void) {\n  for (;;) {\n  }\n}\n", &[]);
    assert_says(
        &outcome,
        3,
        &["incomplete", "cut at program.c:2, where it computed for very long", "--unroll N"],
    );
    let outcome = check("never", NEVER, &["--no-spinloops", "--no-liveness", "--max-events", "2000"]);
    assert_says(&outcome, 3, &["incomplete", "cut after 2,000 events at program.c:5", "--unroll N"]);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn infinite_recursion_is_a_stack_overflow() {
    let source = "int f(int n) {\n  return f(n + 1) + 1;\n}\nint main(void) {\n  return f(0);\n}\n";
    assert_says(&check("recursion", source, &[]), 1, &["error: stack overflow", "program.c:2:10"]);
}

#[test]
fn huge_objects() {
    let malloc = "#include <stdlib.h>\nint main(void) {\n  return malloc(1UL << 60) != 0;\n}\n";
    assert_says(&check("huge_malloc", malloc, &[]), 0, &["verified"]);
    let array =
        "int main(void) {\n  unsigned long n = 1UL << 40;\n  char a[n];\n  a[0] = 0;\n  return a[0];\n}\n";
    assert_says(&check("huge_array", array, &[]), 1, &["error: out of memory", "program.c:3:"]);
    let outcome = check("huge_global", "char big[1UL << 40];\nint main(void) {\n  return big[0];\n}\n", &[]);
    assert_eq!(outcome.code, 4, "{outcome:?}");
    assert!(outcome.stderr.contains("the variable big is too large"), "{}", outcome.stderr);
}

#[test]
fn what_is_not_supported_counts_only_where_it_is_reached() {
    let assembly = "\
int main(int count, char **arguments) {
  int x = 0;
  if (count REACHED 100)
    __asm__ volatile(\"movl $5, %0\" : \"=r\"(x));
  return x;
}
";
    let outcome = check("assembly", assembly, &["--", "-DREACHED=<"]);
    assert_says(&outcome, 4, &["unsupported: inline assembly `movl", "program.c:4:5"]);
    assert_says(&check("assembly_not", assembly, &["--", "-DREACHED=>"]), 0, &["verified"]);
    let unknown = "\
int mystery(int);
int main(int count, char **arguments) {
  if (count REACHED 100)
    return mystery(3);
  return 0;
}
";
    let outcome = check("unknown", unknown, &["--", "-DREACHED=<"]);
    assert_says(&outcome, 4, &["unsupported: the function mystery, which is neither", "program.c:4:12"]);
    assert_says(&check("unknown_not", unknown, &["--", "-DREACHED=>"]), 0, &["verified"]);
}

#[test]
fn some_values_are_not_all_values() {
    let source =
        "int __VERIFIER_nondet_int(void);\nint main(void) {\n  return __VERIFIER_nondet_int() == 5;\n}\n";
    let outcome = check("some_values", source, &[]);
    assert_says(&outcome, 3, &["no error", "Only some values of the nondeterministic choice at program.c:3"]);
    assert!(!outcome.stdout.contains("verified"), "{}", outcome.stdout);
    let source = "#include <porf.h>\nint main(void) {\n  return porf_nondet_int(1, 3) == 5;\n}\n";
    assert_says(&check("all_values", source, &[]), 0, &["program.c: verified", "3 executions"]);
}

#[test]
fn a_leak_is_a_warning() {
    let leak = "#include <stdlib.h>\nint main(void) {\n  malloc(8);\n}\n";
    let outcome = check("leak", leak, &[]);
    assert_says(&outcome, 0, &["verified", "warning: leak: 8 bytes", "--> program.c:3:3"]);
    let outcome = check("no_leak", &leak.replace("malloc(8)", "free(malloc(8))"), &[]);
    assert_says(&outcome, 0, &["verified"]);
    assert!(!outcome.stdout.contains("leak"), "{}", outcome.stdout);
}

#[test]
fn switches_of_the_semantics() {
    let overflow =
        "#include <limits.h>\nint main(void) {\n  int x = INT_MAX;\n  x = x + 1;\n  return 0;\n}\n";
    assert_says(&check("wraps", overflow, &[]), 0, &["verified"]);
    let outcome = check("overflow", overflow, &["--signed-overflow"]);
    assert_says(&outcome, 1, &["error: signed overflow", "program.c:4:"]);
    let weak = "\
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  int expected = 0;
  assert(atomic_compare_exchange_weak(&x, &expected, 1));
}
";
    let outcome = check("spurious", weak, &[]);
    assert_says(&outcome, 1, &["assertion fails", "program.c:6:"]);
    assert_says(&check("no_spurious", weak, &["--no-spurious"]), 0, &["verified"]);
}

#[test]
fn keep_going_collects_errors_that_differ() {
    let source = "\
#include <assert.h>
#include <porf.h>
int main(void) {
  int value = porf_nondet_int(0, 3);
  assert(value != 1 && value != 3);
  assert(value != 2);
}
";
    // 1 and 3 fail the first assertion, which is one error; 0 is fine.
    let outcome = check("keep_going", source, &["--keep-going", "--format", "json"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let object = &outcome.objects()[0];
    let mut lines = vec![object["error"]["line"].as_u64()];
    lines.extend(object["more_errors"].as_array().unwrap().iter().map(|error| error["line"].as_u64()));
    lines.sort();
    assert_eq!(lines, [Some(5), Some(6)]);
    assert_eq!(object["executions"], 1);
    let first = check("stop_at_first", source, &["--format", "json"]);
    assert_eq!(first.objects()[0]["more_errors"].as_array().unwrap().len(), 0);
}

#[test]
fn keep_going_names_errors_that_were_seen_only_after_others() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/errors");
    let source = |name: &str| fs::read_to_string(corpus.join(name)).unwrap();
    // The use after free is in line 19, the frees in lines 20 and 35.
    let frees = source("after-others.c");
    let outcome = check("after_others", &frees, &["--keep-going"]);
    assert_says(&outcome, 1, &["note: seen only after other errors", "program.c:20", "program.c:35"]);
    let found = |source: &str, options: &[&str]| {
        let options = [&["--keep-going", "--format", "json"], options].concat();
        let object = &check("after_others", source, &options).objects()[0];
        let place =
            |error: &serde_json::Value| (error["kind"].as_str().unwrap().to_owned(), error["line"].as_u64());
        let more = object["more_errors"].as_array().unwrap();
        let mut errors: Vec<_> = std::iter::once(&object["error"]).chain(more).map(place).collect();
        errors.sort();
        (errors, object["after_others"].as_array().unwrap().iter().map(place).collect::<Vec<_>>())
    };
    let double_free = |line| ("double-free".to_owned(), Some(line));
    let use_after_free = ("use-after-free".to_owned(), Some(19));
    assert_eq!(found(&frees, &[]), (vec![use_after_free.clone()], vec![double_free(20), double_free(35)]));
    let all = ["--no-spinloops", "--no-redundant-iterations", "--no-awaits", "--unroll", "2"];
    assert_eq!(found(&frees, &all), (vec![double_free(35), use_after_free], vec![double_free(20)]));

    let additions = source("after-others-additions.c");
    let invalid_join = |line| ("invalid-join".to_owned(), Some(line));
    let merged = (vec![invalid_join(14), invalid_join(24)], vec![invalid_join(25)]);
    assert_eq!(found(&additions, &["--model", "sc"]), merged);
    let all = [14, 24, 25].map(invalid_join).to_vec();
    assert_eq!(found(&additions, &["--model", "sc", "--no-independent-adds"]), (all, vec![]));
}

/// A weak compare-exchange stores the value that it has found to `expected`, also if it fails spuriously. Another thread
/// takes that value meanwhile, which is a race. Then the store is no repetition of the one before.
#[test]
fn a_spurious_failure_that_overwrites_what_another_thread_has_written_is_explored() {
    let program = "\
#include <assert.h>
#include <pthread.h>
static int x = 1, expected, taken;
static void *set(void *unused) {
    while (!__atomic_compare_exchange_n(&x, &expected, 0, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return unused;
}
static void *take(void *unused) {
    while (__atomic_load_n(&x, __ATOMIC_RELAXED))
        ;
    taken = __atomic_exchange_n(&expected, 0, __ATOMIC_RELAXED);
    return unused;
}
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, set, 0);
    pthread_create(&threads[1], 0, take, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(expected == 1 && taken == 1));
}
";
    for options in [&[][..], &["--no-redundant-iterations"]] {
        let options = [&["--keep-going", "--unroll", "3"], options].concat();
        assert_says(&check("spurious_raced", program, &options), 1, &["data race", "assertion fails"]);
    }
}

#[test]
fn cut_executions_do_not_depend_on_the_schedule() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/liveness");
    let source = fs::read_to_string(corpus.join("last-write.c")).unwrap();
    // Which of two writes is the last one is open. After one of them the thread waits for ever, after
    // the other one it comes to the end of its loop in time or is cut.
    for unroll in ["1", "2"] {
        let of_schedule = |schedule: &str| {
            let options = ["--equivalence", "rf", "--unroll", unroll, "--schedule", schedule];
            let object = &check(
                "cut_schedule",
                &source,
                &[&options[..], &["--keep-going", "--format", "json"]].concat(),
            )
            .objects()[0];
            ["executions", "blocked", "bounds"].map(|field| object[field].clone())
        };
        assert_eq!(of_schedule("left-to-right"), of_schedule("writes-first"), "--unroll {unroll}");
    }
}

#[test]
fn every_model() {
    let outcome = check("models", LOCKED, &["--model", "all", "--", "-DEXPECTED=2"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for model in ["sc", "tso", "pso", "ra", "rc11", "cpp20"] {
        let row = outcome.stdout.lines().find(|line| line.trim_start().starts_with(&format!("{model} ")));
        let cells: Vec<_> = row.unwrap_or_default().split_whitespace().collect();
        assert_eq!(cells.get(1..4), Some(&["verified", "1", "0"][..]), "{}", outcome.stdout);
    }
}

#[test]
fn several_files_and_ll_form_one_program() {
    let sandbox = Sandbox::new("c_several")
        .with("main.c", "#include <assert.h>\nint one(void);\nint main(void) {\n  assert(one() == 1);\n}\n")
        .with("one.c", "int one(void) {\n  return 1;\n}\n")
        .with("one.ll", "define i32 @one() {\n  ret i32 1\n}\n")
        .with("two.ll", "define i32 @one() {\n  ret i32 2\n}\n");
    assert_says(&sandbox.check(&["main.c", "one.c"]), 0, &["main.c one.c: verified under rc11"]);
    assert_says(&sandbox.check(&["main.c", "one.ll"]), 0, &["main.c one.ll: verified under rc11"]);
    assert_says(&sandbox.check(&["two.ll", "main.c"]), 1, &["assertion fails", "main.c:4:"]);
}

#[test]
fn beside_a_litmus_test() {
    let sandbox = Sandbox::new("c_mixed").with("SB.litmus", STORE_BUFFERING).with("program.c", FLAG);
    let outcome = sandbox.check(&["SB.litmus", "program.c", "--unroll", "2", "--format", "json"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let subjects: Vec<_> = outcome.objects().iter().map(|object| object["subject"].clone()).collect();
    assert_eq!(subjects, ["program", "litmus"]);
    let outcome = sandbox.check(&["SB.litmus", "program.c", "--unroll", "2"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("2 files: "), "{}", outcome.stdout);
}

#[test]
fn names_that_are_odd() {
    let program = "int main(void) {\n  return 0;\n}\n";
    let sandbox = Sandbox::new("c_names").with("a b.c", program).with("-x.c", program);
    assert_says(&sandbox.check(&["a b.c"]), 0, &["a b.c: verified"]);
    assert_says(&sandbox.check(&["./-x.c"]), 0, &["./-x.c: verified"]);
}

#[test]
fn a_picture_of_the_error() {
    let sandbox = Sandbox::new("c_dot").with("program.c", LOCKED);
    let outcome = sandbox.check(&["program.c", "--dot", "pictures", "--", "-DEXPECTED=3"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let picture = fs::read_to_string(sandbox.directory.join("pictures/program_c-rc11.dot")).unwrap();
    assert!(picture.starts_with("digraph execution {\n") && picture.ends_with("}\n"), "{picture}");
    assert!(picture.contains("worker#2"), "{picture}");
}

/// The names in the first table of the documentation of the format.
fn documented_fields() -> Vec<&'static str> {
    let document = include_str!("../../../../docs/json.md");
    let rows = document.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.filter_map(|row| row.split('`').nth(1)).collect()
}

/// Passes a message by a release store and a later relaxed store, or addition, of the same thread.
const LATER: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int flag;
static void *sender(void *unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  LATER;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) data++;
  pthread_join(thread, 0);
}
";

#[test]
fn an_error_under_cpp20_alone_is_a_warning_under_rc11() {
    let store = "-DLATER=atomic_store_explicit(&flag,2,memory_order_relaxed)";
    let addition = "-DLATER=atomic_fetch_add_explicit(&flag,1,memory_order_relaxed)";
    for (later, model, warnings) in [(store, "rc11", 1), (addition, "rc11", 0), (store, "sc", 0)] {
        let outcome = check("cpp20", LATER, &["--model", model, "--format", "json", "--", later]);
        assert_eq!(outcome.code, 0, "{later} {model}: {outcome:?}");
        let kinds: Vec<_> = outcome.objects()[0]["warnings"]
            .as_array()
            .expect("an array")
            .iter()
            .map(|warning| warning["kind"].clone())
            .collect();
        assert_eq!(kinds, vec!["cpp20"; warnings], "{later} {model}");
    }
    let outcome = check("cpp20_error", LATER, &["--model", "cpp20", "--", store]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
}

#[test]
fn json_has_the_documented_fields() {
    let fields = documented_fields();
    assert!(fields.len() > 15 && fields.contains(&"more_errors"), "{fields:?}");
    let cases = [
        ("verified", LOCKED, &["--", "-DEXPECTED=2"][..], 0, "holds"),
        ("bounded", FLAG, &["--unroll", "2", "--no-spinloops"], 0, "bounded"),
        ("error", LOCKED, &["--", "-DEXPECTED=3"], 1, "error"),
        ("unsupported", "void f(void);\nint main(void) { f(); }", &[], 4, "unsupported"),
        ("input", "int main(void) {", &[], 2, "error"),
    ];
    for (name, source, arguments, code, verdict) in cases {
        let outcome = check(&format!("json_{name}"), source, &[&["--format", "json"], arguments].concat());
        assert_eq!(outcome.code, code, "{outcome:?}");
        let [object] = &outcome.objects()[..] else { panic!("{}", outcome.stdout) };
        let missing: Vec<_> = fields.iter().filter(|&&field| object.get(field).is_none()).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
        assert_eq!(object["verdict"], verdict, "{name}");
        assert_eq!(object["compile_seconds"].is_f64(), code != 2, "{name}");
        assert_eq!(object["error"].is_object(), verdict == "error", "{name}");
    }
    let outcome = check("json_bound", FLAG, &["--unroll", "2", "--no-spinloops", "--format", "json"]);
    let bound = &outcome.objects()[0]["bounds"][0];
    assert_eq!(
        (&bound["bound"], &bound["line"], &bound["iterations"], &bound["executions"]),
        (&"loop".into(), &5.into(), &2.into(), &1.into())
    );
    let outcome = check("json_place", LOCKED, &["--format", "json", "--", "-DEXPECTED=3"]);
    let error = &outcome.objects()[0]["error"];
    assert_eq!(
        (&error["kind"], &error["thread"], &error["line"]),
        (&"assertion".into(), &"main".into(), &17.into())
    );
    assert_eq!(error["stack"][0]["function"], "main");
}
