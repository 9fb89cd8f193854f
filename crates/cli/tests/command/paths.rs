//! Where files are, and what they are called: programs given by any path, from any directory.

use std::fs;
use std::process::Command;

use crate::support::*;

const HEADER: &str = "\
#include <assert.h>
static void check(int value) {
  assert(value == 1);
}
";

const PROGRAM: &str = "\
#include \"check.h\"
int main(void) {
  check(VALUE);
}
";

fn sandbox(name: &str) -> Sandbox {
    Sandbox::new(&format!("paths_{name}"))
        .with("src/program.c", PROGRAM)
        .with("src/check.h", HEADER)
        .with("elsewhere/deep/.keep", "")
}

/// `porf check` with the arguments, run in a directory of the sandbox.
fn check_in(sandbox: &Sandbox, directory: &str, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_porf"));
    command.current_dir(sandbox.directory.join(directory)).arg("check").args(arguments);
    command.output().unwrap().into()
}

/// The error is in the header, which is shown with its text and called by the path of the program.
#[track_caller]
fn assert_shown(outcome: &Outcome, directory: &str) {
    assert_eq!(outcome.code, 1, "{outcome:?}");
    for part in [
        format!("--> {directory}check.h:3:3\n"),
        "3 |   assert(value == 1);\n".into(),
        format!("{directory}program.c: error under rc11"),
    ] {
        assert!(outcome.stdout.contains(&part), "{part:?} is missing in\n{}", outcome.stdout);
    }
}

#[test]
fn the_source_is_shown_under_the_path_that_the_user_gave() {
    let sandbox = sandbox("given");
    let absolute = sandbox.directory.join("src").display().to_string() + "/";
    for (directory, prefix) in [
        (".", "src/"),
        ("src", ""),
        ("src", "./"),
        ("elsewhere", "../src/"),
        ("elsewhere/deep", "../../src/"),
        ("elsewhere/deep", &absolute),
        (".", &absolute),
        ("src", &absolute),
    ] {
        let program = format!("{prefix}program.c");
        let outcome = check_in(&sandbox, directory, &[&program, "--", "-DVALUE=2"]);
        assert_shown(&outcome, prefix);
        let outcome = check_in(&sandbox, directory, &[&program, "--format", "json", "--", "-DVALUE=2"]);
        let object = &outcome.objects()[0];
        let file = object["error"]["file_number"].as_u64().unwrap() as usize;
        assert_eq!(object["files"][file]["name"], format!("{prefix}check.h"));
        assert_eq!(object["file"], program);
    }
    // The root shares no part of the path.
    let program = format!("{absolute}program.c");
    let outcome = check_in(&sandbox, "/", &[&program, "--", "-DVALUE=2"]);
    assert_shown(&outcome, &absolute);
}

#[test]
fn headers_elsewhere_are_called_by_where_they_are() {
    let sandbox = Sandbox::new("paths_include")
        .with("src/program.c", PROGRAM)
        .with("include/check.h", HEADER)
        .with("elsewhere/.keep", "");
    let outcome = sandbox.check(&["src/program.c", "--", "-Iinclude", "-DVALUE=2"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stdout.contains("--> include/check.h:3:3\n"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("3 |   assert(value == 1);\n"), "{}", outcome.stdout);
    let include = sandbox.directory.join("include");
    let option = format!("-I{}", include.display());
    let outcome = check_in(&sandbox, "elsewhere", &["../src/program.c", "--", &option, "-DVALUE=2"]);
    let header = include.join("check.h");
    assert!(outcome.stdout.contains(&format!("--> {}:3:3\n", header.display())), "{}", outcome.stdout);
}

#[test]
fn an_error_is_replayed_from_another_directory() {
    let sandbox = Sandbox::new("paths_replay")
        .with("src/program.c", PROGRAM)
        .with("include/check.h", HEADER)
        .with("elsewhere/.keep", "");
    let saved = ["src/program.c", "--save", "bug.json", "--", "-Iinclude", "-DVALUE=2"];
    assert_eq!(sandbox.check(&saved).code, 1);
    let here = sandbox.check(&["--replay", "bug.json"]);
    assert_eq!(here.code, 1, "{here:?}");
    assert!(here.stdout.contains("--> include/check.h:3:3\n"), "{}", here.stdout);
    assert!(here.stdout.contains("src/program.c: error under"), "{}", here.stdout);
    let elsewhere = check_in(&sandbox, "elsewhere", &["--replay", "../bug.json"]);
    assert_eq!(elsewhere.code, 1, "{elsewhere:?}");
    assert!(elsewhere.stdout.contains("3 |   assert(value == 1);\n"), "{}", elsewhere.stdout);
    let program = sandbox.directory.join("src/program.c");
    assert!(
        elsewhere.stdout.contains(&format!("{}: error under", program.display())),
        "{}",
        elsewhere.stdout
    );
    // Whoever takes everything somewhere else finds it there.
    let moved = Sandbox::new("paths_replay_moved");
    for name in ["src", "include", "bug.json"] {
        fs::rename(sandbox.directory.join(name), moved.directory.join(name)).unwrap();
    }
    let there = moved.check(&["--replay", "bug.json"]);
    assert_eq!(there.code, 1, "{there:?}");
    assert!(there.stdout.contains("--> include/check.h:3:3\n"), "{}", there.stdout);
}
