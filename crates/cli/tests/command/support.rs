//! Runs the command on tests in a directory of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Store buffering: 4 executions under every model but SC, which allows 3 and not the weak one.
pub(crate) const STORE_BUFFERING: &str = "\
C SB
{}
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\\ 1:r0=0)
";

/// A plain store that races with a plain load; x is 1 in the end all the same.
pub(crate) const RACE: &str = "\
C race
{}
P0(int *x) {
  *x = 1;
}
P1(int *x) {
  int r0 = *x;
}
forall (x=1)
";

/// An assertion that fails where P1 reads P0's store, on line 8.
pub(crate) const ASSERTION: &str = "\
C assertion
{}
P0(atomic_int *x) {
  atomic_store(x, 1);
}
P1(atomic_int *x) {
  int r0 = atomic_load(x);
  assert(r0 == 0);
}
";

/// A loop that waits for a flag that nobody sets: no execution is complete.
pub(crate) const ENDLESS: &str = "\
C endless
{}
P0(atomic_int *x) {
  while (atomic_load(x) == 0) {
  }
}
forall (x=0)
";

/// A loop that waits for a flag that is set at some time.
pub(crate) const WAITING: &str = "\
C waiting
{}
P0(atomic_int *x) {
  atomic_store(x, 1);
}
P1(atomic_int *x) {
  while (atomic_load(x) == 0) {
  }
}
forall (x=1)
";

/// Line 4, column 24: a variable that does not exist.
pub(crate) const MALFORMED: &str = "\
C malformed
{}
P0(atomic_int *x) {
  int r0 = atomic_load(y);
}
exists (0:r0=0)
";

/// N threads that each add 1: N! executions, all of which end with x = N.
pub(crate) fn fetch_adds(threads: usize) -> String {
    let mut source = "C adds\n{}\n".to_string();
    for thread in 0..threads {
        source += &format!("P{thread}(atomic_int *x) {{\n  atomic_fetch_add(x, 1);\n}}\n");
    }
    source + &format!("forall (x={threads})\n")
}

/// A directory with tests.
pub(crate) struct Sandbox {
    pub(crate) directory: PathBuf,
}

impl Sandbox {
    /// An empty directory; the name must be the caller's own.
    pub(crate) fn new(name: &str) -> Self {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        Self { directory }
    }

    /// Puts a file there.
    pub(crate) fn with(self, name: &str, contents: impl AsRef<[u8]>) -> Self {
        let path = self.directory.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
        self
    }

    /// `porf check` with the arguments, run there.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_porf"));
        command.current_dir(&self.directory).arg("check").args(arguments);
        command
    }

    /// The result of [`command`](Self::command).
    pub(crate) fn check(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }
}

/// What came of a command.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let outcome = Self {
            code: output.status.code().expect("not killed by a signal"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
        outcome
    }
}

impl Outcome {
    /// The objects on standard output.
    pub(crate) fn objects(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
