//! The summary of an exploration as parts of a report.

use porf_explore::{EngineChoice, Equivalence, StopReason, Summary, Symmetry};
use porf_report::{ChosenBy, EngineReport, SharingReport, Stats, Stop, StopReason as StopReported};

use crate::options::CheckOptions;

/// The equivalence of executions, and who chose it.
pub(crate) fn equivalence(
    options: &CheckOptions<'_>,
    summary: &Summary,
) -> (porf_report::Equivalence, ChosenBy) {
    // Exploration begins with equivalence co.
    let taken = match summary.equivalence.unwrap_or(Equivalence::Co) {
        Equivalence::Co => porf_report::Equivalence::Co,
        Equivalence::Rf => porf_report::Equivalence::Rf,
    };
    (taken, if options.explore.equivalence.is_some() { ChosenBy::User } else { ChosenBy::Auto })
}

/// The reason why exploration stopped early, if it did. An error that stops it is in the report,
/// and so are mixed sizes.
pub(crate) fn stop(summary: &Summary) -> Option<Stop> {
    let reason = match summary.stopped? {
        StopReason::Sink | StopReason::MixedSizes { .. } => return None,
        StopReason::MaxExecutions => StopReported::MaxExecutions,
        StopReason::Deadline => StopReported::Timeout,
        StopReason::Interrupt | StopReason::ForeignUnit => StopReported::Interrupt,
    };
    Some(Stop { reason, pending: summary.pending })
}

/// The algorithm that explored, and the reason for its choice.
pub(crate) fn engine_report(summary: &Summary) -> EngineReport {
    match summary.engine {
        Some(EngineChoice { engine, reason }) => EngineReport {
            name: engine.to_string(),
            reason: reason.to_string(),
            merges_additions: summary.merged_adds,
            symmetric_threads: match summary.symmetry {
                Symmetry::Used { threads } => threads as u64,
                Symmetry::Off(_) | Symmetry::Unused => 0,
            },
            symmetry: summary.symmetry.to_string(),
            distinguished: match summary.symmetry {
                Symmetry::Off(why) if why.is_found() => Some(why.to_string()),
                _ => None,
            },
            helping: None,
        },
        None => EngineReport::default(),
    }
}

/// The cost of the exploration.
pub(crate) fn stats(summary: &Summary) -> Stats {
    let sharing = summary.sharing.map(|sharing| SharingReport {
        explorers: sharing.explorers as u64,
        units: sharing.units,
        replayed_percent: 100.0 * sharing.replayed as f64 / sharing.work.max(1) as f64,
        idle_seconds: sharing.idle.as_secs_f64(),
    });
    Stats { premature: summary.premature, restarts: summary.restarts, sharing }
}
