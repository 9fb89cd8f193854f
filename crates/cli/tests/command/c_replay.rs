//! Errors that are saved and shown again.

use std::fs;
use std::time::{Duration, Instant};

use crate::support::*;

/// Fails on line 10 if the reader sees the 1.
const PROGRAM: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void *reader(void *unused) {
  printf(\"reading\\n\");
  int value = atomic_load(&x);
  printf(\"value %d\\n\", value);
  assert(value == 0);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  atomic_store(&x, 1);
  pthread_join(thread, 0);
}
";

/// A directory with the program and its error in `bug.json`, and what was said when it was found.
fn saved(name: &str) -> (Sandbox, Outcome) {
    let sandbox = Sandbox::new(&format!("replay_{name}")).with("program.c", PROGRAM);
    let outcome = sandbox.check(&["program.c", "--model", "tso", "--save", "bug.json"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    (sandbox, outcome)
}

#[track_caller]
fn assert_refused(outcome: &Outcome, part: &str) {
    assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains(part), "{part:?} is missing in\n{}", outcome.stderr);
}

#[test]
fn the_error_is_reproduced_with_what_the_program_prints() {
    let (sandbox, found) = saved("reproduced");
    let start = Instant::now();
    let again = sandbox.check(&["--replay", "bug.json"]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(again.code, 1, "{again:?}");
    let snippet = |outcome: &Outcome| outcome.stdout.split("\n\n").next().unwrap().to_owned();
    assert_eq!(snippet(&again), snippet(&found));
    assert!(snippet(&again).starts_with("error: assertion fails: value == 0\n"), "{}", again.stdout);
    assert!(again.stdout.contains("program.c: error under tso"), "{}", again.stdout);
    assert!(again.stdout.contains("reader: reading\n  reader: value 1\n"), "{}", again.stdout);
    assert!(!found.stdout.contains("reader: reading"), "{}", found.stdout);
}

#[test]
fn the_error_is_reproduced_for_programs() {
    let (sandbox, _) = saved("json");
    let again = sandbox.check(&["--replay", "bug.json", "--format", "json"]);
    assert_eq!(again.code, 1, "{again:?}");
    let [object] = &again.objects()[..] else { panic!("{}", again.stdout) };
    assert_eq!((&object["model"], &object["verdict"]), (&"tso".into(), &"error".into()));
    assert_eq!((&object["error"]["kind"], &object["error"]["line"]), (&"assertion".into(), &10.into()));
    assert_eq!(object["error"]["output"].as_array().unwrap().len(), 2, "{}", object["error"]["output"]);
}

#[test]
fn clang_options_are_saved_too() {
    let source = PROGRAM.replace("value == 0", "value == GOOD");
    let sandbox = Sandbox::new("replay_options").with("program.c", source);
    let found = sandbox.check(&["program.c", "--save", "bug.json", "--", "-DGOOD=0"]);
    assert_eq!(found.code, 1, "{found:?}");
    assert_eq!(sandbox.check(&["--replay", "bug.json"]).code, 1);
}

#[test]
fn a_source_that_has_changed() {
    let (sandbox, _) = saved("changed");
    // The execution is not there any more; then it is there and right.
    for (old, new) in [("atomic_store(&x, 1);", ""), ("value == 0", "value >= 0")] {
        fs::write(sandbox.directory.join("program.c"), PROGRAM.replace(old, new)).unwrap();
        assert_refused(&sandbox.check(&["--replay", "bug.json"]), "the program does not do this any more");
    }
    fs::remove_file(sandbox.directory.join("program.c")).unwrap();
    assert_refused(&sandbox.check(&["--replay", "bug.json"]), "program.c: cannot be read");
}

#[test]
fn files_that_save_did_not_write() {
    let sandbox = Sandbox::new("replay_junk")
        .with("empty.json", "")
        .with("other.json", "{\"format\": 1}\n")
        .with("bytes.json", [0xff, 0xfe]);
    for name in ["empty.json", "other.json"] {
        assert_refused(&sandbox.check(&["--replay", name]), "was not written by --save");
    }
    assert_refused(&sandbox.check(&["--replay", "bytes.json"]), "bytes.json");
    assert_refused(&sandbox.check(&["--replay", "absent.json"]), "cannot read absent.json");
}

#[test]
fn recipes_that_make_no_sense() {
    let (sandbox, _) = saved("nonsense");
    let text = fs::read_to_string(sandbox.directory.join("bug.json")).unwrap();
    let recipe: serde_json::Value = serde_json::from_str(&text).unwrap();
    let with = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut changed = recipe.clone();
        change(&mut changed);
        fs::write(sandbox.directory.join("changed.json"), changed.to_string()).unwrap();
        sandbox.check(&["--replay", "changed.json"])
    };
    let changes: [&dyn Fn(&mut serde_json::Value); 5] = [
        &|it| it["format"] = 99.into(),
        &|it| it["model"] = "arm".into(),
        &|it| it["steps"][0]["thread"] = 7.into(),
        &|it| it["steps"][0]["thread"] = 4_000_000_000_u64.into(),
        &|it| it["steps"] = serde_json::json!([{"thread": 0, "do": "read", "from": 1_000_000}]),
    ];
    for change in changes {
        let outcome = with(change);
        assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{outcome:?}");
    }
}
