//! Reading models: the language, its error messages, and texts that are no models.

mod junk;
mod language;
mod messages;
mod printing;

use std::collections::BTreeMap;
use std::io;

use porf_cat::{Error, Includes, LibraryOnly, Model, Source, read};

fn parse(text: &str) -> Result<Model, Error> {
    read(Source { name: "m.cat".into(), text: text.into() }, &LibraryOnly)
}

/// The model of a text that is right.
fn model(text: &str) -> Model {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Files in memory.
struct Files(BTreeMap<&'static str, &'static str>);

impl Includes for Files {
    fn find(&self, name: &str, _from: &Source) -> io::Result<Option<Source>> {
        let text = self.0.get(name);
        Ok(text.map(|text| Source { name: name.into(), text: (*text).into() }))
    }
}
