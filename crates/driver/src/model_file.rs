//! Memory models from files: loading them, and the report about their checks.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use porf_cat::{Check, FilesBeside, read, read_file};
use porf_explore::{FileModel, MemoryModel, Summary};
use porf_report::{ErrorReport, FilterReport, FlagReport, ModelFileReport, Place};

use crate::bad_input::{BadInput, unreadable};
use crate::litmus_test::bad_input;

/// The memory model in a file.
pub fn load_model(path: &Path) -> Result<FileModel, BadInput> {
    let source = read_file(path).map_err(|error| {
        let help = (error.kind() == io::ErrorKind::NotFound)
            .then(|| "check the path; --model takes a name or a file *.cat".into());
        BadInput::from(porf_report::InputReport { help, ..unreadable(path, &error) })
    })?;
    let file = source.name.clone();
    let model = read(source, &FilesBeside).map_err(|error| {
        let source = error.source();
        bad_input(source.name.clone(), &source.text, error.diagnostic())
    })?;
    Ok(FileModel::new(&file, model))
}

/// The numbers of executions that the checks of a model report, by their places in the model.
pub(crate) type Flags = BTreeMap<usize, u64>;

/// The report about a model, if it is from a file.
pub(crate) fn report(model: MemoryModel<'_>, summary: &Summary, flags: &Flags) -> Option<ModelFileReport> {
    let file = model.file()?;
    let flag =
        |(&check, &executions): (&usize, &u64)| FlagReport { check: file.check_name(check), executions };
    Some(ModelFileReport {
        file: file.file().to_owned(),
        filters: file.filters().map(|(check, reason)| FilterReport { check, reason }).collect(),
        filtered: summary.filtered,
        flags: flags.iter().map(flag).collect(),
        reduces_loops: file.allows_loop_reductions(),
    })
}

/// The error that an execution violates a condition of defined behaviour.
pub(crate) fn undefined(check: &Check, name: &str) -> ErrorReport {
    debug_assert_eq!(check.role, porf_cat::Role::UndefinedUnless);
    ErrorReport {
        kind: porf_entity::ErrorKind::Undefined,
        message: format!("the model leaves the behaviour undefined, since its check {name} fails"),
        thread: None,
        place: Place::default(),
        stack: Vec::new(),
        notes: Vec::new(),
        output: Vec::new(),
        accesses: Vec::new(),
        execution: None,
    }
}
