//! Whatever porf is doing when its time is up or somebody interrupts it, it ends soon.
//!
//! What is asked is a fifth of a second; since tests run beside others, they allow more. Each of these took minutes, or for ever, if
//! only the loop that it is about did not look at the watch. (`porf-bench long-overrun` measures the whole corpus.)

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::*;

/// What tests allow.
const PATIENCE: Duration = Duration::from_secs(10);

/// Three threads, one of them with fences, that read and write each other's locations, some of it seq_cst: a very large number
/// of long executions, whose consistency is a matter of psc and not of interleavings.
const MIXED: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[3];
static void *run(void *argument) {
    long me = (long)argument;
    for (int i = 0; i < 1500; i++) {
        atomic_store_explicit(&x[me], i, i % 3 ? memory_order_seq_cst : memory_order_relaxed);
        if (me == 0)
            atomic_thread_fence(memory_order_seq_cst);
        atomic_load_explicit(&x[(me + 1) % 3], i % 2 ? memory_order_seq_cst : memory_order_relaxed);
        atomic_store_explicit(&x[(me + 2) % 3], i, memory_order_relaxed);
    }
    return 0;
}
int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
";

/// Computes for very long, before there is another thread or when there are some. A thread is cut when
/// it has computed for very long, which would be too early on a busy machine if it were the only one.
const COMPUTING: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static unsigned compute(void) {
    unsigned volatile sum = 0;
    for (unsigned round = 0; round < 4000000000u; round++)
        sum += round;
    return sum;
}
static void *run(void *unused) {
    for (int i = 0; i < 1000; i++) {
        atomic_store(&x, i + compute());
    }
    return unused;
}
int main(void) {
    pthread_t threads[30];
#ifdef ALONE
    atomic_store(&x, compute());
#endif
    for (int i = 0; i < 30; i++)
        pthread_create(&threads[i], 0, run, 0);
    atomic_store(&x, -1);
    for (int i = 0; i < 30; i++)
        pthread_join(threads[i], 0);
}
";

#[test]
fn explorations_end_in_time_under_every_model_and_equivalence() {
    let sandbox = Sandbox::new("stopping-mixed").with("mixed.c", MIXED);
    for model in ["sc", "tso", "pso", "ra", "rc11", "cpp20"] {
        for equivalence in ["auto", "co", "rf"] {
            let options = [
                "mixed.c",
                "-m",
                model,
                "--equivalence",
                equivalence,
                "--timeout",
                "0.3",
                "--format",
                "json",
            ];
            let start = Instant::now();
            let outcome = sandbox.check(&options);
            assert!(start.elapsed() < PATIENCE, "{model} {equivalence}: {:?}", start.elapsed());
            assert_eq!(outcome.objects()[0]["stopped"]["reason"], "timeout", "{model} {equivalence}");
            assert_eq!(outcome.code, 3);
        }
    }
}

#[test]
fn threads_that_compute_for_long_are_stopped() {
    let sandbox = Sandbox::new("stopping-computing").with("computing.c", COMPUTING);
    for definition in ["-DALONE", "-DAMONG_OTHERS"] {
        let start = Instant::now();
        let outcome =
            sandbox.check(&["computing.c", "--timeout", "0.02", "--format", "json", "--", definition]);
        assert!(start.elapsed() < PATIENCE, "{definition}: {:?}", start.elapsed());
        let object = &outcome.objects()[0];
        assert_eq!(object["stopped"]["reason"], "timeout", "{definition}: {object}");
        assert_eq!((object["verdict"].as_str(), outcome.code), (Some("incomplete"), 3), "{definition}");
    }
}

/// One long execution, which a model that filters has to evaluate as a whole.
const LONG: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *count(void *unused) {
  for (int i = 0; i < 10000; i++) atomic_store_explicit(&x, i, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  pthread_join(thread, NULL);
  return 0;
}
";

#[test]
fn the_evaluation_of_a_long_execution_is_stopped() {
    let sandbox = Sandbox::new("stopping-evaluation")
        .with("long.c", LONG)
        .with("my.cat", "acyclic po | rf | co | fr\n~empty W as writes\n");
    let arguments = ["long.c", "--model", "my.cat", "--max-events", "100000", "--timeout", "0.3"];
    let start = Instant::now();
    let outcome = sandbox.check(&[&arguments[..], &["--format", "json"]].concat());
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    assert_eq!((outcome.objects()[0]["stopped"]["reason"].as_str(), outcome.code), (Some("timeout"), 3));
}

fn send(signal: &str, process: &Child) {
    let kill = Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap();
    assert!(kill.success());
}

/// Starts porf, waits for something, sends a signal, and gives what came of it.
fn interrupted(sandbox: &Sandbox, arguments: &[&str], signal: &str, is_time: impl Fn() -> bool) -> Outcome {
    let process = sandbox.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !is_time() && start.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(10));
    }
    let start = Instant::now();
    send(signal, &process);
    let outcome = Outcome::from(process.wait_with_output().unwrap());
    assert!(start.elapsed() < PATIENCE, "{signal}: {:?}", start.elapsed());
    outcome
}

#[test]
fn signals_end_a_clang_that_hangs() {
    for signal in ["-INT", "-TERM"] {
        let script = "#!/bin/sh\n\
                      if [ \"$1\" = --version ]; then echo 'clang version 19.0.0'; exit; fi\n\
                      sleep 1000 &\necho $! > sleeper\nmv sleeper started\nwait\n";
        let sandbox = Sandbox::new(&format!("stopping-clang{signal}"))
            .with("a.c", "int main(void) {}\n")
            .with("clang", script);
        let clang = sandbox.directory.join("clang");
        fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
        let started = sandbox.directory.join("started");
        let outcome = interrupted(&sandbox, &["a.c", "--clang", "./clang"], signal, || started.exists());
        assert_eq!(outcome.code, 3, "{outcome:?}");
        assert!(outcome.stderr.contains("interrupted before anything was checked"), "{outcome:?}");
        let sleeper = fs::read_to_string(started).unwrap();
        let state = format!("/proc/{}/stat", sleeper.trim());
        let is_alive = || fs::read_to_string(&state).is_ok_and(|stat| !stat.contains(") Z "));
        let start = Instant::now();
        while Path::new("/proc/self").exists() && is_alive() {
            assert!(start.elapsed() < PATIENCE, "what clang has started is still there");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_source_that_never_comes_is_not_waited_for_after_an_interrupt() {
    let sandbox = Sandbox::new("stopping-fifo");
    let made = Command::new("mkfifo").arg(sandbox.directory.join("a.c")).status().unwrap();
    assert!(made.success());
    let start = Instant::now();
    let outcome = interrupted(&sandbox, &["a.c"], "-INT", || start.elapsed() > Duration::from_millis(300));
    assert_eq!(outcome.code, 3, "{outcome:?}");
}

#[test]
fn interrupts_are_heeded_at_any_time() {
    let sandbox = Sandbox::new("stopping-any-time").with("mixed.c", MIXED);
    for (number, signal) in ["-INT", "-TERM"].into_iter().cycle().take(8).enumerate() {
        let start = Instant::now();
        let moment = Duration::from_millis(300 + 70 * number as u64);
        let outcome =
            interrupted(&sandbox, &["mixed.c", "--equivalence", "rf"], signal, || start.elapsed() > moment);
        assert_eq!(outcome.code, 3, "after {moment:?}: {outcome:?}");
    }
}
