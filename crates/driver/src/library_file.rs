//! Specifications of libraries: loading them, and memory models with their axioms.

use std::io;
use std::path::Path;

use porf_cat::{FilesBeside, Source, read_file};
use porf_entity::{EntityId, LibraryId};
use porf_explore::{FileModel, MemoryModel, ModelKind};
use porf_library::Specification;

use crate::bad_input::{BadInput, unreadable};
use crate::check_model::named_model;
use crate::litmus_test::bad_input;

/// The shipped specification of a name, or the one in a file.
pub fn load_library(name: &str) -> Result<Specification, BadInput> {
    match porf_library::shipped(name) {
        Some(source) => specification(source),
        None => {
            let path = Path::new(name);
            let source = read_file(path).map_err(|error| {
                let names: Vec<&str> = porf_library::shipped_names().collect();
                let help = (error.kind() == io::ErrorKind::NotFound).then(|| {
                    format!("--library takes a file, or the name of a shipped library: {}", names.join(", "))
                });
                BadInput::from(porf_report::InputReport { help, ..unreadable(path, &error) })
            })?;
            specification(source)
        }
    }
}

/// The specification in a text.
pub(crate) fn specification(source: Source) -> Result<Specification, BadInput> {
    Specification::read(source, &FilesBeside).map_err(|error| {
        let source = error.source();
        bad_input(source.name.clone(), &source.text, error.diagnostic())
    })
}

/// The memory model with the axioms of libraries beside its own. `None` if they are the same
/// executions that the memory model itself allows: no library has axioms, or the memory model is SC
/// and they say that the calls are sequentially consistent.
pub fn with_axioms(
    model: MemoryModel<'_>,
    libraries: &[Specification],
) -> Result<Option<FileModel>, BadInput> {
    let axioms: Vec<(LibraryId, FileModel)> = libraries
        .iter()
        .enumerate()
        .filter_map(|(index, library)| {
            let axioms = library.axioms.clone()?;
            let axioms = FileModel::new(&library.name, axioms);
            Some((LibraryId::from_index(index), if library.coherent { axioms } else { axioms.of_pools() }))
        })
        .collect();
    let is_implied = |(_, axioms): &(LibraryId, FileModel)| axioms.is_sequential_consistency();
    if axioms.is_empty() || model == ModelKind::Sc && axioms.iter().all(is_implied) {
        return Ok(None);
    }
    let base = match model {
        MemoryModel::File(file) => file.clone(),
        MemoryModel::BuiltIn(kind) => named_model(kind.name())?.in_place_of(kind),
    };
    Ok(Some(base.with_libraries(axioms).named(&model.to_string())))
}
