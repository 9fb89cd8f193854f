//! The findings of an exploration that is not over, to be written down. Errors are kept as recipes and
//! put into words again when they are read.

use std::borrow::Cow;

use porf_entity::{ErrorKind, SourcePosition};
use porf_explore::{Liveness, Options, Trace, replay};
use porf_program::BlockReason;
use porf_report::{ErrorReport, Place, Warning, WarningKind};
use serde::{Deserialize, Serialize};

use super::{Cut, ErrorPlace, Found, ProgramCollector};

/// Findings.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedFindings {
    errors: Vec<(ErrorPlace, Trace)>,
    after_others: Vec<(SourcePosition, ErrorKind)>,
    cuts: Vec<SavedCut>,
    seen: Vec<(usize, usize)>,
    warnings: Vec<SavedWarning>,
    why_no_helping: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedCut {
    position: SourcePosition,
    reason: BlockReason,
    executions: u64,
    rounds: u64,
    repeats: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedWarning {
    is_leak: bool,
    message: String,
    file: Option<u32>,
    line: Option<u32>,
    column: Option<u32>,
}

impl ProgramCollector<'_> {
    /// The findings so far.
    pub(crate) fn save(&self) -> SavedFindings {
        let Found { traces, after_others, cuts, seen, warnings, why_no_helping, .. } = &self.found;
        let mut seen: Vec<(usize, usize)> = seen.iter().copied().collect();
        seen.sort_unstable();
        let cut = |cut: &Cut| {
            let Cut { position, reason, executions, rounds, repeats } = *cut;
            SavedCut { position, reason, executions, rounds, repeats }
        };
        // The warning about C++20 comes after the exploration.
        let warning = |warning: &Warning| {
            let Place { file, line, column } = warning.place;
            let is_leak = warning.kind == WarningKind::Leak;
            SavedWarning { is_leak, message: warning.message.clone(), file, line, column }
        };
        SavedFindings {
            errors: traces.clone(),
            after_others: after_others.iter().copied().collect(),
            cuts: cuts.iter().map(cut).collect(),
            seen,
            warnings: warnings.iter().map(warning).collect(),
            why_no_helping: why_no_helping.as_deref().map(str::to_owned),
        }
    }

    /// Goes on from these findings. Returns whether they are findings of the program.
    pub(crate) fn restore(&mut self, saved: SavedFindings, options: &Options<'_>) -> bool {
        let SavedFindings { errors, after_others, cuts, seen, warnings, why_no_helping } = saved;
        for (place, trace) in errors {
            let Some(error) = self.make_again(&place, &trace, options) else { return false };
            match place.0.is_unsupported() {
                true => self.found.unsupported.push(error),
                false => self.found.errors.push(error),
            }
            self.found.places.insert(place.clone());
            self.found.traces.push((place, trace));
        }
        self.found.after_others.extend(after_others);
        let cut = |cut: SavedCut| {
            let SavedCut { position, reason, executions, rounds, repeats } = cut;
            Cut { position, reason, executions, rounds, repeats }
        };
        self.found.cuts.extend(cuts.into_iter().map(cut));
        self.found.seen.extend(seen);
        let warning = |warning: SavedWarning| {
            let SavedWarning { is_leak, message, file, line, column } = warning;
            let kind = if is_leak { WarningKind::Leak } else { WarningKind::LeftBehind };
            Warning { kind, message, place: Place { file, line, column } }
        };
        self.found.warnings.extend(warnings.into_iter().map(warning));
        self.found.why_no_helping = why_no_helping.map(Cow::Owned);
        true
    }

    /// The error at a place in the execution that a trace makes again.
    fn make_again(&self, place: &ErrorPlace, trace: &Trace, options: &Options<'_>) -> Option<ErrorReport> {
        let mut collector = Self::new(self.loaded, self.model, true, None);
        let options = Options { liveness: Liveness::All, keep_going: true, ..Options::new(options.model) };
        replay(&self.loaded.machine, &options, trace, &mut collector).ok()?;
        let Found { traces, errors, unsupported, .. } = collector.found;
        let is_of_kind =
            |(found, _): &&(ErrorPlace, Trace)| found.0.is_unsupported() == place.0.is_unsupported();
        let number = traces.iter().filter(is_of_kind).position(|(found, _)| found == place)?;
        let mut reports = if place.0.is_unsupported() { unsupported } else { errors };
        Some(reports.swap_remove(number))
    }
}
