//! A program that is verified under RC11 may have an error under C++20.
//!
//! Release sequences are shorter in C++20 ([intro.races] p5): a relaxed store no longer continues
//! that of an earlier store of its thread. Nothing else in C++20 is weaker than in RC11. So the
//! program is explored under C++20 only if some execution has such a sequence, and for a small number
//! of executions only. If an error is found, the report of RC11 warns of it.

use porf_explore::{Limits, ModelKind, Options};
use porf_report::{CheckReport, Verdict, Warning, WarningKind};

use crate::bad_input::BadInput;
use crate::build::LoadedProgram;
use crate::check_program::check_as_built;
use crate::options::CheckOptions;

/// The greatest number of executions under C++20.
const MOST_EXECUTIONS: u64 = 1_000;

/// The warning of an error under C++20, if the program is verified under RC11 and one is found.
pub(crate) fn warning(
    loaded: &mut LoadedProgram,
    report: &CheckReport,
    options: &CheckOptions<'_>,
) -> Result<Option<Warning>, BadInput> {
    if options.explore.model != ModelKind::Rc11 || report.verdict != Verdict::Holds {
        return Ok(None);
    }
    let limits = Limits { max_executions: Some(MOST_EXECUTIONS), ..options.explore.limits };
    let explore = Options { model: ModelKind::Cpp20.into(), limits, ..options.explore.clone() };
    let options = CheckOptions { explore, progress: None, ..options.clone() };
    loaded.build_for(&options)?;
    let error = check_as_built(loaded, &options, None).report.error;
    Ok(error.map(|error| Warning {
        kind: WarningKind::Cpp20,
        message: format!(
            "release sequences are shorter there, and the program has an error: {}; --model cpp20 shows it",
            error.message
        ),
        place: error.place,
    }))
}
