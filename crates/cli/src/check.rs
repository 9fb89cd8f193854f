//! One test under one model.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use porf_explore::{
    Engine, EngineChoice, Equivalence, Limits, Liveness, ModelKind, Schedule, StopReason, Summary, Symmetry,
    explore,
};
use porf_report::{
    Bound, CheckReport, ChosenBy, ConditionReport, EngineReport, ErrorKind, Evidence, Stats, Stop,
    StopReason as StopReported, Subject,
};

use crate::collect::Collector;
use crate::load::LoadedTest;
use crate::progress::Progress;

/// How to check a test.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions<'a> {
    /// Under which model.
    pub model: ModelKind,
    /// By which algorithm; `None` for what suits the program.
    pub engine: Option<Engine>,
    /// Whether the order of additions that nobody looks at does not count.
    pub independent_adds: bool,
    /// Whether executions count as one that differ only in which of several threads that do the same does what.
    pub symmetry: bool,
    /// When two executions count as one; `None` for what is faster.
    pub equivalence: Option<Equivalence>,
    /// Which thread goes next.
    pub schedule: Schedule,
    /// Executions after which to stop.
    pub max_executions: Option<u64>,
    /// Time after which to stop.
    pub timeout: Option<Duration>,
    /// Stops when this is set.
    pub interrupt: Option<&'a AtomicBool>,
    /// Which executions of a program that never end are errors.
    pub liveness: Liveness,
    /// Whether it is said what exploring took.
    pub stats: bool,
    /// Where to say how far the check is while it goes on.
    pub progress: Option<&'a Progress>,
}

impl CheckOptions<'_> {
    /// Everything, under the model.
    pub fn new(model: ModelKind) -> Self {
        Self {
            model,
            engine: None,
            independent_adds: true,
            symmetry: true,
            equivalence: None,
            schedule: Schedule::default(),
            max_executions: None,
            timeout: None,
            interrupt: None,
            liveness: Liveness::All,
            stats: false,
            progress: None,
        }
    }

    /// When executions counted as one, and who chose that.
    pub(crate) fn equivalence_taken(&self, summary: &Summary) -> (porf_report::Equivalence, ChosenBy) {
        // Exploration begins with coherence order.
        let taken = match summary.equivalence.unwrap_or(Equivalence::Co) {
            Equivalence::Co => porf_report::Equivalence::Co,
            Equivalence::Rf => porf_report::Equivalence::Rf,
        };
        (taken, if self.equivalence.is_some() { ChosenBy::User } else { ChosenBy::Auto })
    }
}

/// The algorithm that explored, and why.
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
            told_apart: match summary.symmetry {
                Symmetry::Off(why) if why.is_found() => Some(why.to_string()),
                _ => None,
            },
            helps: None,
        },
        None => EngineReport::default(),
    }
}

/// What exploring took.
pub(crate) fn stats(summary: &Summary) -> Stats {
    Stats { premature: summary.premature, restarts: summary.restarts }
}

/// A program that does something that exploration does not support.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsupported {}

/// Explores the test's program and judges its condition. `file` is how the report calls the test's file.
pub fn check_test(
    file: &str,
    loaded: &LoadedTest,
    options: &CheckOptions<'_>,
) -> Result<CheckReport, Unsupported> {
    let start = Instant::now();
    let limits = Limits {
        max_executions: options.max_executions,
        // A time too far away to be represented is no limit.
        deadline: options.timeout.and_then(|timeout| start.checked_add(timeout)),
        interrupt: options.interrupt,
    };
    let mut collector = Collector::new(loaded, options.progress);
    let exploration = porf_explore::Options {
        model: options.model,
        engine: options.engine,
        equivalence: options.equivalence,
        // Final states are counted.
        independent_adds: false,
        symmetry: false,
        schedule: options.schedule,
        limits,
        keep_going: false,
        liveness: Liveness::Ignored,
    };
    let summary = explore(&loaded.machine, &exploration, &mut collector);
    let seconds = start.elapsed().as_secs_f64();

    let stopped = match summary.stopped {
        // The collector stops at a failure, which the error says.
        None | Some(StopReason::Sink) => None,
        Some(StopReason::MaxExecutions) => Some(StopReported::MaxExecutions),
        Some(StopReason::Deadline) => Some(StopReported::Timeout),
        Some(StopReason::Interrupt) => Some(StopReported::Interrupt),
        Some(StopReason::MixedSizes { second, .. }) => {
            return Err(Unsupported(format!(
                "the program accesses {} in different sizes, which is not supported",
                collector.describe(second.address)
            )));
        }
    };
    let condition = loaded.test.condition.as_ref().zip(collector.quantifier());
    let (equivalence, equivalence_chosen) = options.equivalence_taken(&summary);
    let bounds = collector.bounds();
    let error_kind = collector.found.error.as_ref().map(|error| error.kind);
    let evidence = Evidence {
        quantifier: collector.quantifier(),
        decided: collector.found.witness.is_some(),
        any_complete: summary.executions > 0,
        failed: error_kind.is_some_and(|kind| kind != ErrorKind::DataRace),
        race: error_kind == Some(ErrorKind::DataRace),
        stopped: stopped.is_some(),
        unsupported: false,
        bounded: Bound::chosen_by(&bounds),
        program: false,
    };
    Ok(CheckReport {
        file: file.to_owned(),
        test: loaded.test.name.clone(),
        subject: Subject::Litmus,
        files: Vec::new(),
        model: options.model.to_string(),
        engine: engine_report(&summary),
        equivalence,
        equivalence_chosen,
        verdict: evidence.verdict(),
        condition: condition.map(|(condition, quantifier)| ConditionReport {
            quantifier,
            text: proposition(&condition.text).to_owned(),
            satisfying: collector.found.satisfying.executions,
            violating: collector.found.violating.executions,
            filtered: summary.executions.saturating_sub(collector.found.unfiltered.executions),
        }),
        executions: summary.executions,
        blocked: summary.blocked,
        ended: summary.ended,
        states: collector.states(),
        bounds,
        stats: options.stats.then(|| stats(&summary)),
        loops: None,
        stopped: stopped.map(|reason| Stop { reason, pending: summary.pending }),
        seconds,
        compile_seconds: None,
        more_errors: Vec::new(),
        unsupported: Vec::new(),
        warnings: Vec::new(),
        error: collector.found.error,
        witness: collector.found.witness,
        example: collector.found.example,
    })
}

/// A condition as written, without its quantifier.
fn proposition(condition: &str) -> &str {
    ["~", "not", "exists", "forall", "final"]
        .into_iter()
        .fold(condition, |text, word| text.strip_prefix(word).unwrap_or(text).trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantifiers_are_taken_off_conditions() {
        for condition in
            ["exists (x=1)", "~ exists (x=1)", "not exists (x=1)", "forall(x=1)", "final (x=1)", "(x=1)"]
        {
            assert_eq!(proposition(condition), "(x=1)");
        }
        assert_eq!(proposition("exists not (x=1)"), "not (x=1)");
        assert_eq!(proposition("exists x=1"), "x=1");
    }
}
