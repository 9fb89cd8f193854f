//! The language of specifications: what is read, messages, printing, junk.

mod junk;
mod language;
mod messages;
mod printing;

use porf_cat::{Error, LibraryOnly, Source};
use porf_library::Specification;

/// Reads a text as the file `x.lib`.
fn parse(text: &str) -> Result<Specification, Error> {
    Specification::read(Source { name: "x.lib".into(), text: text.into() }, &LibraryOnly)
}

fn specification(text: &str) -> Specification {
    parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}
