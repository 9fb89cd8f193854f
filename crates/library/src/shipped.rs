//! The shipped specifications, which are part of porf.

use porf_cat::Source;

/// The shipped specifications by name.
const LIBRARIES: &[(&str, &str)] = &[
    ("mutex", include_str!("../libraries/mutex.lib")),
    ("recursive-mutex", include_str!("../libraries/recursive-mutex.lib")),
    ("rwlock", include_str!("../libraries/rwlock.lib")),
    ("semaphore", include_str!("../libraries/semaphore.lib")),
    ("barrier", include_str!("../libraries/barrier.lib")),
    ("once", include_str!("../libraries/once.lib")),
    ("event", include_str!("../libraries/event.lib")),
    ("register", include_str!("../libraries/register.lib")),
    ("release-acquire-register", include_str!("../libraries/release-acquire-register.lib")),
    ("counter", include_str!("../libraries/counter.lib")),
    ("exchanger", include_str!("../libraries/exchanger.lib")),
    ("queue", include_str!("../libraries/queue.lib")),
    ("stack", include_str!("../libraries/stack.lib")),
    ("bag", include_str!("../libraries/bag.lib")),
];

/// The names of the shipped specifications.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    LIBRARIES.iter().map(|(name, _)| *name)
}

/// The shipped specification of this name, without `.lib`.
pub fn shipped(name: &str) -> Option<Source> {
    let (_, text) = LIBRARIES.iter().find(|(known, _)| *known == name)?;
    Some(Source { name: format!("{name}.lib"), text: (*text).to_owned() })
}
