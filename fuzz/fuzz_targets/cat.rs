//! No text makes the reader of models panic, and a model that is read can be printed and evaluated.
#![no_main]

use libfuzzer_sys::fuzz_target;
use porf_cat::{Events, LibraryOnly, Source, evaluate, read};

fuzz_target!(|text: &str| {
    let source = Source { name: "fuzz.cat".into(), text: text.into() };
    if let Ok(model) = read(source, &LibraryOnly) {
        let _ = model.to_string();
        evaluate(&model, &Events::new(2));
    }
});
