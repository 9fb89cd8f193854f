//! An exploration that is interrupted, in whatever way, and goes on: nothing is lost, and nothing is counted twice.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use porf_entity::Random;

use crate::support::*;

/// N threads lock a mutex once each: N! executions.
const LOCKS: &str = "\
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *run(void *unused) {
    pthread_mutex_lock(&mutex);
    x++;
    pthread_mutex_unlock(&mutex);
    return unused;
}
";

/// The same with a specification of the mutex.
const LIBRARY: &str = "\
#include <pthread.h>
void lock_init(int *lock);
void lock_acquire(int *lock);
void lock_release(int *lock);
static int lock, x;
static void *run(void *unused) {
    lock_acquire(&lock);
    x++;
    lock_release(&lock);
    return unused;
}
";

/// N threads add to a number, and the results are used: N! executions.
const ADDITIONS: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int results[N];
static void *run(void *result) {
    *(int *)result = atomic_fetch_add(&x, 1);
    return 0;
}
";

/// The same, and the first thread must not be the first to add: in (N - 1)! of the N! executions it is,
/// and these do not count as complete.
const FIRST: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int results[N];
static void *run(void *result) {
    *(int *)result = atomic_fetch_add(&x, 1);
    assert(result != &results[0] || results[0] != 0);
    return 0;
}
";

/// N threads that run this code, each with an argument.
fn program(code: &str, before: &str, argument: &str) -> String {
    format!(
        "{code}int main(void) {{
    pthread_t threads[N];
    {before}
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, run, {argument});
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
}}
"
    )
}

/// How often an exploration is killed: often in long runs.
fn kills() -> usize {
    if std::env::var_os("PORF_SLOW").is_some() { 50 } else { 4 }
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

struct Scene {
    sandbox: Sandbox,
    file: PathBuf,
}

impl Scene {
    /// A program in a directory; the name must be the caller's own.
    fn new(name: &str, text: &str) -> Self {
        let sandbox = Sandbox::new(&format!("checkpoint-{name}")).with("program.c", text);
        let file = sandbox.directory.join("exploration");
        Self { sandbox, file }
    }

    fn start(&self, threads: u64, options: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_porf"));
        command.current_dir(&self.sandbox.directory);
        match self.file.exists() {
            true => command.arg("resume").arg(&self.file),
            false => command
                .arg("check")
                .arg("program.c")
                .args(["--no-symmetry", "--equivalence", "co", "--checkpoint"])
                .arg(&self.file)
                .args(options),
        };
        command.args(["--checkpoint-every", "0.02", "--jobs", "2", "--format", "json"]);
        if !self.file.exists() {
            command.args(["--", &format!("-DN={threads}")]);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

/// Kills an exploration again and again, with growing patience, and lets it go on until it is done.
fn kill_and_go_on(name: &str, text: &str, threads: u64, options: &[&str]) -> serde_json::Value {
    let scene = Scene::new(name, text);
    let mut random = Random::from_seed(text.len() as u64);
    for _ in 0..kills() {
        let mut child = scene.start(threads, options);
        thread::sleep(Duration::from_millis(50 + random.below(250) as u64));
        // It may be done already.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let output = scene.start(threads, options).wait_with_output().unwrap();
    assert!(!scene.file.exists(), "the file is of no use any more");
    report(&output)
}

fn report(output: &Output) -> serde_json::Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(text.trim())
        .unwrap_or_else(|error| panic!("{error}: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn killed_explorations_go_on_as_if_nothing_had_happened() {
    let locks = kill_and_go_on("locks", &program(LOCKS, "", "0"), 8, &[]);
    assert_eq!((&locks["verdict"], &locks["executions"]), (&"holds".into(), &factorial(8).into()));
    let library =
        kill_and_go_on("library", &program(LIBRARY, "lock_init(&lock);", "0"), 8, &["--library", "mutex"]);
    assert_eq!((&library["verdict"], &library["executions"]), (&"holds".into(), &factorial(8).into()));
    let additions = kill_and_go_on("additions", &program(ADDITIONS, "", "&results[i]"), 9, &[]);
    assert_eq!((&additions["verdict"], &additions["executions"]), (&"holds".into(), &factorial(9).into()));
    let first = kill_and_go_on("first", &program(FIRST, "", "&results[i]"), 9, &["--keep-going"]);
    assert_eq!(first["executions"], factorial(9) - factorial(8));
    assert_eq!((&first["error"]["line"], &first["more_errors"]), (&8.into(), &serde_json::json!([])));
    // The story of an error from before is told as ever.
    assert!(first["error"]["execution"]["events"].as_array().is_some_and(|events| events.len() > 9));
}

#[test]
fn a_limit_ends_with_a_file_that_goes_on() {
    let scene = Scene::new("limit", &program(ADDITIONS, "", "&results[i]"));
    let stopped = report(&scene.start(9, &["--max-executions", "10000"]).wait_with_output().unwrap());
    assert_eq!(stopped["stopped"]["reason"], "max-executions");
    let explored = stopped["executions"].as_u64().unwrap();
    assert!((10_000..10_010).contains(&explored), "{explored}");
    assert!(scene.file.exists());
}

#[test]
fn what_is_no_checkpoint_of_this_version_is_refused() {
    let scene = Scene::new("refused", &program(ADDITIONS, "", "&results[i]"));
    let stopped = scene.start(9, &["--timeout", "0.2"]).wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("goes on"));
    let whole = fs::read(&scene.file).unwrap();
    let refused = |bytes: &[u8], why: &str| {
        fs::write(&scene.file, bytes).unwrap();
        let output = scene.start(9, &[]).wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(why), "{message}");
        assert_eq!(output.status.code(), Some(2));
    };
    refused(&whole[..whole.len() / 2], "damaged");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 4;
    refused(&changed, "damaged");
    refused(b"something else", "no file that --checkpoint has written");
    let text = String::from_utf8_lossy(&whole[..60]).into_owned();
    let version = text.find(env!("CARGO_PKG_VERSION")).unwrap();
    let mut older = whole.clone();
    older[version] = b'9';
    refused(&older, "only the version");
}

#[test]
fn a_file_that_cannot_be_written_is_told_at_once() {
    let sandbox = Sandbox::new("checkpoint-nowhere").with("program.c", program(LOCKS, "", "0"));
    let outcome = sandbox.check(&["program.c", "--checkpoint", "/nowhere/exploration", "--", "-DN=2"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("cannot write"), "{}", outcome.stderr);
}
