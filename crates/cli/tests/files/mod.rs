//! The files of the corpus, and what their headers have in common.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use porf_explore::{Cores, Equivalence, Splitting};

/// With more executions than this under `co`, a program is explored under `rf` only if its header has a line for that.
pub(crate) const MANY_EXECUTIONS: u64 = 100_000;

/// All files with the extension in the directory and below it, in the order of their paths.
pub(crate) fn files_below(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut directories = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(directory) = directories.pop() {
        let entries = fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("cannot read the directory {}: {error}", directory.display()));
        for path in entries.map(|entry| entry.expect("a directory can be read to its end").path()) {
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// What a header line is about, and under which equivalence: `rf` stands behind it, `co` goes without saying.
pub(crate) fn split_equivalence(key: &str) -> (&str, Equivalence) {
    match key.strip_suffix(" rf") {
        Some(key) => (key, Equivalence::Rf),
        None => (key, Equivalence::Co),
    }
}

/// The cores on which programs of the corpus are explored: one, or in long runs (`PORF_UNITS=1`) three, of
/// which each gives the others as many parts of its work as it can.
pub(crate) fn cores() -> Option<&'static Cores> {
    static CORES: LazyLock<Option<Cores>> =
        LazyLock::new(|| std::env::var_os("PORF_UNITS").map(|_| Cores::with_splitting(3, Splitting::Always)));
    CORES.as_ref()
}
