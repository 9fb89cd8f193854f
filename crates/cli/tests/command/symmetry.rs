//! Symmetric threads: that executions count as one which differ only in what those do, and when they do not.

use crate::support::*;

/// Three threads count, and are symmetric unless something distinguishes them.
const COUNTERS: &str = "\
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <porf.h>
static atomic_int x;
static atomic_int y;
pthread_t threads[3];
static void *count(void *argument) {
  int seen = atomic_fetch_add(&x, 1);
  WORKER
  return RESULT;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    BEFORE;
    pthread_create(&threads[i], 0, count, (void *)(intptr_t)(ARGUMENT));
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], 0);
    BETWEEN;
  }
}
";

/// What `--stats` says of symmetry, and how many executions there are.
fn explored(name: &str, defines: &[(&str, &str)], flags: &[&str]) -> (String, u64) {
    let mut source = String::new();
    for (word, default) in
        [("WORKER", ""), ("RESULT", "0"), ("BEFORE", ""), ("ARGUMENT", "0"), ("BETWEEN", "")]
    {
        let text = defines.iter().find(|(defined, _)| *defined == word).map_or(default, |(_, text)| text);
        source += &format!("#define {word} {text}\n");
    }
    let sandbox = Sandbox::new(name).with("count.c", &(source + COUNTERS));
    // The order of the additions is what symmetric threads may differ in.
    let orders = &["count.c", "--stats", "--format", "json", "--no-independent-adds"];
    let outcome = sandbox.check(&[orders, flags].concat());
    assert_eq!(outcome.code, 0, "{name}: {outcome:?}");
    let object = &outcome.objects()[0];
    (object["engine"]["symmetry"].as_str().unwrap().to_owned(), object["executions"].as_u64().unwrap())
}

#[test]
fn threads_that_do_the_same_count_as_one() {
    for model in ["sc", "tso", "pso", "ra", "rc11", "cpp20"] {
        let (said, executions) = explored("symmetry_same", &[], &["--model", model]);
        assert_eq!((said.as_str(), executions), ("3 symmetric threads", 1), "{model}");
        let (said, executions) =
            explored("symmetry_not", &[], &["--model", model, "--no-symmetry", "--engine", "graph"]);
        assert_eq!((said.as_str(), executions), ("off: not requested", 6), "{model}");
    }
    let (said, executions) = explored("symmetry_rf", &[], &["--equivalence", "rf"]);
    assert_eq!((said.as_str(), executions), ("off: executions are counted by reads-from", 6));
}

#[test]
fn what_tells_threads_apart_is_said() {
    let unused = "there are no symmetric threads";
    for (name, defines, said) in [
        ("arguments", &[("ARGUMENT", "i")][..], unused),
        ("declared", &[("ARGUMENT", "i"), ("BEFORE", "porf_symmetric()")], "3 symmetric threads"),
        ("writes", &[("BEFORE", "atomic_store(&y, i)")], unused),
        ("joins", &[("BETWEEN", "atomic_load(&y)")], "off: a thread joins some of the symmetric threads"),
        (
            "results",
            &[("RESULT", "(void *)(intptr_t)seen")],
            "off: symmetric threads return different results",
        ),
        ("self", &[("WORKER", "if (pthread_self() == 7) return 0;")], "off: a thread asks for its own id"),
    ] {
        let (told, executions) = explored(&format!("symmetry_{name}"), defines, &["--model", "rc11"]);
        assert!(told.starts_with(said), "{name}: {told}");
        assert_eq!(executions == 1, told.starts_with('3'), "{name}: {executions} executions");
    }
}

/// Stores of two locations in both orders: under RC11 a cycle of program order and coherence order.
#[test]
fn a_cycle_is_reported_as_what_it_is() {
    const STORES: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *xy(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return 0;
}
static void *yx(void *unused) {
  atomic_store_explicit(&y, 2, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, xy, 0);
  pthread_create(&threads[1], 0, xy, 0);
  pthread_create(&threads[2], 0, yx, 0);
}
";
    let sandbox = Sandbox::new("symmetry_cycle").with("stores.c", STORES);
    let outcome = sandbox.check(&["stores.c", "--equivalence", "co"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for said in [
        "verified under rc11: all 36 executions are fine\n",
        "Symmetric threads are distinguished: an execution has a cycle of program",
    ] {
        assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
    }
    let outcome = sandbox.check(&["stores.c", "--equivalence", "co", "--model", "tso"]);
    assert!(
        outcome.stdout.contains("all 11 executions are fine, up to symmetry of 2 threads"),
        "{}",
        outcome.stdout
    );
}

/// An operation announces itself and then changes x from 0 to 1; other threads that have seen the
/// announcement help with that.
const HELPED: &str = "\
#include <assert.h>
#include <genmc.h>
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void finish(atomic_int *place, int old, int new) {
  BODY
  atomic_compare_exchange_strong_explicit(place, &old, new, memory_order_acq_rel, memory_order_acquire);
}
static void *own(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_release);
  MAIN;
  return 0;
}
static void *helper(void *unused) {
  if (atomic_load_explicit(&y, SEEN)) { HELPING; }
  return 0;
}
static void *other(void *unused) {
  OTHER;
  return 0;
}
int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], 0, own, 0);
  pthread_create(&threads[1], 0, helper, 0);
  pthread_create(&threads[2], 0, helper, 0);
  pthread_create(&threads[3], 0, other, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
";

fn helped(name: &str, defines: &[(&str, &str)], flags: &[&str]) -> Outcome {
    let mut source = String::new();
    for (word, default) in [
        ("BODY", ""),
        ("MAIN", "porf_main(finish, &x, 0, 1)"),
        ("HELPING", "porf_help(finish, &x, 0, 1)"),
        ("SEEN", "memory_order_acquire"),
        ("OTHER", ""),
    ] {
        let text = defines.iter().find(|(defined, _)| *defined == word).map_or(default, |(_, text)| text);
        source += &format!("#define {word} {text}\n");
    }
    Sandbox::new(name).with("helping.c", &(source + HELPED)).check(&[&["helping.c"], flags].concat())
}

/// Each of the two helpers has seen the announcement or not: 4 executions, 3 classes. If helping
/// CASes are performed, any of the threads that try may be the first, and the CASes of the others
/// fail: 1 execution if no helper has seen the announcement, 2 if one has, 3 if both have;
/// 1 + 2 * 2 + 3 = 8.
#[test]
fn helping_cases_are_left_to_the_operation() {
    for (flags, said) in [
        (&[][..], "all 3 executions are fine, up to symmetry of 2 threads"),
        (&["--no-symmetry"], "all 4 executions are fine"),
        (&["--no-symmetry", "--no-helping"], "all 8 executions are fine"),
        (&["--model", "sc", "--no-symmetry", "--engine", "trace"], "all 8 executions are fine"),
    ] {
        let outcome = helped("helping", &[], flags);
        assert_eq!(outcome.code, 0, "{flags:?}: {outcome:?}");
        assert!(outcome.stdout.contains(said), "{flags:?}: {}", outcome.stdout);
    }
    let exchange =
        "atomic_compare_exchange_strong_explicit(&x, &zero, 1, memory_order_acq_rel, memory_order_acquire)";
    for (exchange, flags, said) in [
        (exchange, &["--no-symmetry"][..], "all 4 executions are fine"),
        (exchange, &["--no-symmetry", "--no-helping"], "all 8 executions are fine"),
        ("finish(&x, zero, 1)", &["--no-symmetry"], "all 4 executions are fine"),
    ] {
        let main = format!("int zero = 0; __VERIFIER_helped_CAS({exchange})");
        let helping = format!("int zero = 0; __VERIFIER_helping_CAS({exchange})");
        let outcome = helped("helping_genmc", &[("MAIN", &main), ("HELPING", &helping)], flags);
        assert!(outcome.stdout.contains(said), "{exchange}: {outcome:?}");
    }
}

/// A thread that skips its helping CAS may read a value that it could not have read after the CAS;
/// such an error does not count. An error that counts is reported for an execution in which all
/// helping CASes are performed.
#[test]
fn errors_that_come_of_skipped_helping_cases_do_not_count() {
    let looks = |value: u32| format!("porf_help(finish, &x, 0, 1); assert(atomic_load(&x) == {value})");
    let done = "Helping CASes are performed, because an error was found while they were skipped";
    let outcome = helped("helping_looks", &[("HELPING", &looks(1))], &["--no-symmetry"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for said in ["all 8 executions are fine", done] {
        assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
    }
    let outcome = helped("helping_looks_wrong", &[("HELPING", &looks(0))], &["--save", "saved.json"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    for said in ["assertion fails: atomic_load(&x) == 0", done] {
        assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
    }
    // Nothing is wrong with it, but seq_cst and other accesses are mixed.
    let mixed = ("OTHER", "atomic_thread_fence(memory_order_seq_cst)");
    let outcome = helped("helping_mixed", &[mixed], &["--no-symmetry"]);
    let mixed = "Helping CASes are performed, because seq_cst accesses or fences are mixed";
    for said in ["all 8 executions are fine", mixed] {
        assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
    }
    let outcome = helped("helping_looks_no_more", &[("HELPING", &looks(1))], &["--max-executions", "1"]);
    assert!(outcome.stdout.contains("Helping CASes are skipped; exploration stopped before"), "{outcome:?}");
}

/// The result of a helping CAS is not known, since the CAS is skipped.
#[test]
fn results_of_helping_cases_are_not_used() {
    let used = "must not be used (helping.c:";
    let one = "must be one compare-exchange (helping.c:";
    for (name, statement, after, said) in [
        ("result", "done = EXCHANGE", "y = done;", used),
        ("expected", "done = EXCHANGE", "y = zero;", used),
        ("waits", "while (!EXCHANGE) zero = 0", "", used),
        ("two", "EXCHANGE; zero = 0; EXCHANGE", "", one),
        ("none", "atomic_store(&x, 1)", "", one),
        ("leaves", "if (EXCHANGE) return 0", "", one),
    ] {
        let exchange = "atomic_compare_exchange_strong(&x, &zero, 1)";
        let statement = statement.replace("EXCHANGE", exchange);
        let helping =
            format!("int zero = 0; _Bool done; __VERIFIER_helping_CAS({statement}); {after} (void)done");
        let outcome = helped(&format!("helping_{name}"), &[("HELPING", &helping)], &[]);
        assert_eq!(outcome.code, 2, "{name}: {outcome:?}");
        assert!(outcome.stderr.contains(said), "{name}: {}", outcome.stderr);
    }
}

#[test]
fn wrong_annotations_are_errors_that_say_why() {
    let relaxed = ("SEEN", "memory_order_relaxed");
    for (name, defines, said) in [
        ("no_main", &[("MAIN", "finish(&x, 0, 1)")][..], "no porf_main has the same function and arguments"),
        ("arguments", &[("HELPING", "porf_help(finish, &x, 0, 2)")], "no porf_main has the same function"),
        (
            "twice",
            &[("OTHER", "atomic_store(&y, 1); porf_main(finish, &x, 0, 1)")],
            "belongs to several operations",
        ),
        ("unobserved", &[relaxed], "has not acquired the write"),
        (
            "no_write",
            &[("MAIN", "atomic_load(&y); porf_main(finish, &x, 0, 1)")],
            "writes nothing directly before",
        ),
        ("stored", &[("OTHER", "atomic_store(&x, 5)")], "a store writes it that is no read-modify-write"),
        ("again", &[("OTHER", "atomic_fetch_sub(&x, 1)")], "neither made nor read the latest write"),
        (
            "orderings",
            &[
                ("MAIN", "int zero = 0; __VERIFIER_helped_CAS(atomic_compare_exchange_strong(&x, &zero, 1))"),
                (
                    "HELPING",
                    "int zero = 0; __VERIFIER_helping_CAS(atomic_compare_exchange_strong_explicit(&x, &zero, 1, memory_order_relaxed, memory_order_relaxed))",
                ),
            ],
            "no porf_main has the same function and arguments",
        ),
    ] {
        let outcome = helped(&format!("helping_{name}"), defines, &["--no-symmetry"]);
        assert_eq!(outcome.code, 1, "{name}: {outcome:?}");
        let line = outcome.stdout.lines().next().unwrap_or_default();
        assert!(line.starts_with("error: wrong annotation: ") && line.contains(said), "{name}: {line}");
        let outcome = helped(&format!("helping_{name}_done"), defines, &["--no-symmetry", "--no-helping"]);
        assert_eq!(outcome.code, 0, "{name}: {outcome:?}");
    }
    for (name, defines, said) in [
        (
            "stores",
            &[("BODY", "atomic_store(&y, 2);")][..],
            "may only read, compute, and compare and exchange",
        ),
        ("expects", &[("BODY", "old = atomic_load(&y);")], "must not depend on what it has read"),
        ("sometimes", &[("BODY", "if (old == 7) return;")], "exactly once, in any case"),
        ("loops", &[("BODY", "while (atomic_load(&y) != 1) {}")], "must not have loops"),
    ] {
        let outcome = helped(&format!("helping_{name}"), defines, &[]);
        assert_eq!(outcome.code, 2, "{name}: {outcome:?}");
        assert!(outcome.stderr.contains(said), "{name}: {}", outcome.stderr);
    }
}
