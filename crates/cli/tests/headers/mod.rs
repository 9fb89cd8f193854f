//! What the headers of the corpus have in common, and how its programs are explored.

use std::sync::LazyLock;

use porf_explore::{Cores, Equivalence, Splitting};

/// With more executions than this under `co`, a program is explored under `rf` only if its header has a line for that.
pub(crate) const MANY_EXECUTIONS: u64 = 100_000;

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
