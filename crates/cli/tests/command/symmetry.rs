//! Threads that do the same: that executions count as one which differ only in what those do, and when they do not.

use crate::support::*;

/// Three threads count, and do the same unless something tells them apart.
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
    let outcome = sandbox.check(&[&["count.c", "--stats", "--format", "json"], flags].concat());
    assert_eq!(outcome.code, 0, "{name}: {outcome:?}");
    let object = &outcome.objects()[0];
    (object["engine"]["symmetry"].as_str().unwrap().to_owned(), object["executions"].as_u64().unwrap())
}

#[test]
fn threads_that_do_the_same_count_as_one() {
    for model in ["sc", "tso", "pso", "ra", "rc11"] {
        let (said, executions) = explored("symmetry_same", &[], &["--model", model]);
        assert_eq!((said.as_str(), executions), ("3 threads do the same as others", 1), "{model}");
        let (said, executions) =
            explored("symmetry_not", &[], &["--model", model, "--no-symmetry", "--engine", "graph"]);
        assert_eq!((said.as_str(), executions), ("off: not asked for", 6), "{model}");
    }
    let (said, executions) = explored("symmetry_rf", &[], &["--equivalence", "rf"]);
    assert_eq!((said.as_str(), executions), ("off: executions are told apart by reads-from", 6));
}

#[test]
fn what_tells_threads_apart_is_said() {
    let unused = "there are no threads that do the same";
    for (name, defines, said) in [
        ("arguments", &[("ARGUMENT", "i")][..], unused),
        ("declared", &[("ARGUMENT", "i"), ("BEFORE", "porf_symmetric()")], "3 threads do the same as others"),
        ("writes", &[("BEFORE", "atomic_store(&y, i)")], unused),
        ("joins", &[("BETWEEN", "atomic_load(&y)")], "off: a thread joins some of the threads"),
        (
            "results",
            &[("RESULT", "(void *)(intptr_t)seen")],
            "off: threads that do the same leave different results",
        ),
        ("self", &[("WORKER", "if (pthread_self() == 7) return 0;")], "off: threads ask who they are"),
    ] {
        let (told, executions) = explored(&format!("symmetry_{name}"), defines, &["--model", "rc11"]);
        assert!(told.starts_with(said), "{name}: {told}");
        assert_eq!(executions == 1, told.starts_with('3'), "{name}: {executions} executions");
    }
}
