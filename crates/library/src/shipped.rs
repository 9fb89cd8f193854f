//! The shipped specifications, which are part of porf.

use porf_cat::Source;

/// The shipped specifications by name.
const LIBRARIES: &[(&str, &str)] = &[
    ("mutex", include_str!("../libraries/mutex.lib")),
    ("register", include_str!("../libraries/register.lib")),
    ("release-acquire-register", include_str!("../libraries/release-acquire-register.lib")),
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
