//! The source files that positions refer to, across modules.
//!
//! A file has the name that was passed to the compiler, so that messages show the path that the
//! user typed. The directory is put in front only where two directories have files of the same
//! relative name.

use porf_entity::SourcePosition;
use rustc_hash::FxHashMap;

use crate::ast::{self, SourceFile};

/// The source files so far.
#[derive(Default)]
pub(super) struct Files {
    paths: Vec<String>,
    /// The place of each file, as far as the compiler gives it.
    places: Vec<String>,
    numbers: FxHashMap<SourceFile, u32>,
}

impl Files {
    /// A position of one module as a position of the program.
    pub(super) fn position(&mut self, module: &ast::Module, position: SourcePosition) -> SourcePosition {
        match module.files.get(position.file as usize) {
            Some(file) if position.is_known() => {
                SourcePosition { file: self.number(file), column: position.column.max(1), ..position }
            }
            _ => SourcePosition::UNKNOWN,
        }
    }

    fn number(&mut self, file: &SourceFile) -> u32 {
        if let Some(&number) = self.numbers.get(file) {
            return number;
        }
        let is_absolute = file.name.starts_with('/');
        let same_path = |path: &String| **path == *file.name;
        let number = match self.paths.iter().position(same_path) {
            Some(known) if is_absolute => known as u32,
            taken => {
                let place = match is_absolute || file.directory.is_empty() {
                    true => file.name.to_string(),
                    false => format!("{}/{}", file.directory, file.name),
                };
                self.paths.push(match taken {
                    None => file.name.to_string(),
                    Some(_) => place.clone(),
                });
                self.places.push(place);
                self.paths.len() as u32 - 1
            }
        };
        self.numbers.insert(file.clone(), number);
        number
    }

    /// The compiler's names of the files, by number, and the places where it found them.
    pub(super) fn into_paths(self) -> (Vec<String>, Vec<String>) {
        (self.paths, self.places)
    }
}
