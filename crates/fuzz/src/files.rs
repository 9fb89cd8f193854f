//! The shipped models, read from their files, against the oracle.

use porf_cat::{LibraryOnly, read, shipped};
use porf_explore::{FileModel, ModelKind};
use porf_testing::RandomProgram;

use crate::{Difference, compare_files};

/// The shipped model files, each with the built-in model of the same name.
pub fn shipped_models() -> Vec<(ModelKind, FileModel)> {
    let model = |kind: ModelKind| {
        let source = shipped(kind.name()).expect("every built-in model is shipped as a file");
        let file = source.name.clone();
        let model = read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
        let model = FileModel::new(&file, model);
        (kind, model)
    };
    ModelKind::ALL.map(model).into_iter().collect()
}

/// The first difference under any of the models from files, or the number of executions compared.
pub fn compare_with_files(
    program: &RandomProgram,
    models: &[(ModelKind, FileModel)],
) -> Result<u64, Difference> {
    let models: Vec<(ModelKind, &FileModel)> = models.iter().map(|(kind, file)| (*kind, file)).collect();
    compare_files(program, &models)
}
