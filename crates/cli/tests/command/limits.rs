//! Stopping early: limits, interrupts, closed outputs. And pictures.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::*;

/// So many executions, 14!, that no machine goes through them during a test.
fn too_large() -> String {
    fetch_adds(14)
}

#[test]
fn a_number_of_executions() {
    let sandbox = Sandbox::new("max_executions").with("adds.litmus", too_large());
    let outcome = sandbox.check(&["adds.litmus", "--max-executions", "1000"]);
    assert_eq!(outcome.code, 3);
    for part in [
        "adds under rc11: incomplete\n",
        "satisfied in 1,000 of 1,000 explored executions\n",
        "Stopped at the limit of --max-executions: explored 1,000 executions; ",
        "Nothing is decided.",
    ] {
        let text = outcome.stdout.replace('\n', " ");
        assert!(text.contains(&part.replace('\n', " ")), "{part:?} is missing in\n{}", outcome.stdout);
    }
    let outcome = sandbox.check(&["adds.litmus", "--max-executions", "1000", "--format", "json"]);
    let object = &outcome.objects()[0];
    assert_eq!(object["stopped"]["reason"], "max-executions");
    assert!(object["stopped"]["pending"].as_u64().unwrap() > 0);
    assert_eq!(object["executions"], 1000);
}

#[test]
fn what_is_decided_stays_decided() {
    let holds = too_large().replace("forall", "exists");
    let fails = too_large().replace("forall", "~exists");
    let sandbox = Sandbox::new("decided").with("holds.litmus", holds).with("fails.litmus", fails);
    let outcome = sandbox.check(&["holds.litmus", "--max-executions", "10"]);
    assert_eq!(outcome.code, 3, "the verdict is final but the exploration is partial");
    assert!(outcome.stdout.starts_with("adds under rc11: holds\n"), "{}", outcome.stdout);
    let outcome = sandbox.check(&["fails.litmus", "--max-executions", "10"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stdout.starts_with("adds under rc11: fails\n"), "{}", outcome.stdout);
}

#[test]
fn a_time() {
    let sandbox = Sandbox::new("timeout").with("adds.litmus", too_large());
    let start = Instant::now();
    let outcome = sandbox.check(&["adds.litmus", "--timeout", "0.3", "--format", "json"]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(outcome.code, 3);
    let object = &outcome.objects()[0];
    assert_eq!(object["verdict"], "incomplete");
    assert_eq!(object["stopped"]["reason"], "timeout");
    assert!(object["seconds"].as_f64().unwrap() >= 0.3);
}

#[test]
fn an_interrupt_prints_what_was_found() {
    let sandbox =
        Sandbox::new("interrupt").with("adds.litmus", too_large()).with("SB.litmus", STORE_BUFFERING);
    let process = sandbox
        .command(&["adds.litmus", "SB.litmus", "--jobs", "1", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(500));
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", process.id())]).status().unwrap();
    assert!(kill.success());
    let outcome = Outcome::from(process.wait_with_output().unwrap());
    assert_eq!(outcome.code, 3, "{outcome:?}");
    let objects = outcome.objects();
    assert_eq!(objects.len(), 1, "nothing new is begun after the interrupt");
    assert_eq!(objects[0]["stopped"]["reason"], "interrupt");
    assert!(objects[0]["executions"].as_u64().unwrap() > 0);
}

#[test]
fn a_closed_output_ends_the_run_quietly() {
    let mut sandbox = Sandbox::new("closed").with("0.litmus", STORE_BUFFERING);
    for index in 1..5 {
        sandbox = sandbox.with(&format!("{index}.litmus"), too_large());
    }
    let mut process = sandbox
        .command(&[".", "--format", "json", "--timeout", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdout.take().unwrap().read_exact(&mut [0; 10]).unwrap();
    let outcome = Outcome::from(process.wait_with_output().unwrap());
    assert_eq!((outcome.code, &*outcome.stderr), (3, ""));
}

#[test]
fn pictures_of_witnesses() {
    let sandbox = Sandbox::new("dot").with("SB.litmus", STORE_BUFFERING).with("adds.litmus", fetch_adds(3));
    let outcome = sandbox.check(&[".", "--dot", "pictures/new", "--model", "all"]);
    assert_eq!(outcome.code, 1);
    let mut names: Vec<String> = fs::read_dir(sandbox.directory.join("pictures/new"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = ["SB", "adds"]
        .map(|test| ["cpp20", "pso", "ra", "rc11", "sc", "tso"].map(|model| format!("{test}-{model}.dot")));
    assert_eq!(names, expected.concat());
    let picture = fs::read_to_string(sandbox.directory.join("pictures/new/SB-rc11.dot")).unwrap();
    assert!(picture.starts_with("digraph execution {\n") && picture.ends_with("}\n"), "{picture}");
    assert_eq!(picture.matches("label=\"fr\"").count(), 2, "{picture}");
}

#[test]
fn a_directory_for_pictures_that_cannot_be_made() {
    let sandbox = Sandbox::new("dot_fails").with("SB.litmus", STORE_BUFFERING);
    let outcome = sandbox.check(&["SB.litmus", "--dot", "SB.litmus/pictures"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("--dot: cannot create the directory"), "{}", outcome.stderr);
}
