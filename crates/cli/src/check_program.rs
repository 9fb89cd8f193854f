//! One program under one model.

use std::time::Instant;

use porf_explore::{Limits, Liveness, MixedAccess, Options, StopReason, Summary, Trace, explore, replay};
use porf_report::{Bound, CheckReport, ErrorReport, Evidence, Stop, StopReason as StopReported, Subject};
use porf_vm::Access;

use crate::alarm::with_alarm;
use crate::check::{CheckOptions, engine_report, stats};
use crate::collect_program::{Found, ProgramCollector};
use crate::compile::LoadedProgram;
use crate::estimate::with_estimate;

/// The result of checking a program, and how to make the execution with its first error again.
#[derive(Debug)]
pub struct CheckedProgram {
    /// The result.
    pub report: CheckReport,
    /// The recipe.
    pub trace: Option<Trace>,
    /// Whether threads leave helps to others in an execution with an error, or that may be unsound. They may have read what they could not
    /// have read if they had helped, and the error may be none.
    pub helped: bool,
}

/// Explores the program under a model. Where it turns out that bytes are accessed in several sizes, the larger
/// accesses are divided, and exploration begins anew.
pub fn check_program(
    loaded: &mut LoadedProgram,
    options: &CheckOptions<'_>,
    keep_going: bool,
) -> CheckedProgram {
    let start = Instant::now();
    let limits = Limits {
        max_executions: options.max_executions,
        // A time too far away to be represented is no limit.
        deadline: options.timeout.and_then(|timeout| start.checked_add(timeout)),
        interrupt: options.interrupt,
    };
    let exploration = Options {
        model: options.model,
        engine: options.engine,
        equivalence: options.equivalence,
        independent_adds: options.independent_adds,
        symmetry: options.symmetry,
        schedule: options.schedule,
        limits,
        keep_going,
        liveness: options.liveness,
    };
    if !options.symmetry {
        loaded.machine.ignore_addresses();
    }
    loop {
        let mut collector = ProgramCollector::new(loaded, keep_going, options.progress);
        let summary = with_estimate(&loaded.machine, &exploration, options.progress, || {
            with_alarm(loaded.machine.alarm(), limits.deadline, limits.interrupt, || {
                explore(&loaded.machine, &exploration, &mut collector)
            })
        });
        let mixed = match summary.stopped {
            Some(StopReason::MixedSizes { first, second }) => Some((first, second)),
            _ => None,
        };
        let error = mixed.map(|(first, second)| collector.mixed_sizes(first, second));
        let results = Results::new(collector, &summary);
        match mixed.map(|(first, second)| loaded.machine.refine(access(first), access(second))) {
            Some(Ok(())) => {}
            Some(Err(_)) => return results.report(loaded, options, summary, error, start),
            None => return results.report(loaded, options, summary, None, start),
        }
    }
}

/// Makes the one execution that a trace describes. `None` if it is not an execution of the program.
pub fn replay_program(
    loaded: &mut LoadedProgram,
    options: &CheckOptions<'_>,
    trace: &Trace,
) -> Option<CheckedProgram> {
    let start = Instant::now();
    let exploration = Options { liveness: Liveness::All, ..Options::new(options.model) };
    let mut collector = ProgramCollector::new(loaded, false, None);
    let summary = replay(&loaded.machine, &exploration, trace, &mut collector).ok()?;
    let results = Results::new(collector, &summary);
    Some(results.report(loaded, options, summary, None, start))
}

fn access(access: MixedAccess) -> Access {
    Access { address: access.address, size: access.size, atomic: access.atomic }
}

/// What came of an exploration.
struct Results {
    found: Found,
    bounds: Vec<Bound>,
}

impl Results {
    fn new(collector: ProgramCollector<'_>, summary: &Summary) -> Self {
        Self { bounds: collector.bounds(summary.partial_choice), found: collector.found }
    }

    fn report(
        self,
        loaded: &LoadedProgram,
        options: &CheckOptions<'_>,
        summary: Summary,
        mixed_sizes: Option<ErrorReport>,
        start: Instant,
    ) -> CheckedProgram {
        let stopped = match summary.stopped {
            // Exploration ends at an error, which the report has.
            None | Some(StopReason::Sink | StopReason::MixedSizes { .. }) => None,
            Some(StopReason::MaxExecutions) => Some(StopReported::MaxExecutions),
            Some(StopReason::Deadline) => Some(StopReported::Timeout),
            Some(StopReason::Interrupt) => Some(StopReported::Interrupt),
        };
        let (equivalence, equivalence_chosen) = options.equivalence_taken(&summary);
        let mut errors = self.found.errors.into_iter();
        let error = errors.next();
        let unsupported: Vec<ErrorReport> = self.found.unsupported.into_iter().chain(mixed_sizes).collect();
        let evidence = Evidence {
            quantifier: None,
            decided: false,
            any_complete: summary.executions + summary.ended > 0,
            failed: error.is_some(),
            race: false,
            stopped: stopped.is_some(),
            unsupported: !unsupported.is_empty(),
            bounded: Bound::chosen_by(&self.bounds),
            program: true,
        };
        let report = CheckReport {
            file: loaded.name.clone(),
            test: loaded.name.clone(),
            subject: Subject::Program,
            files: loaded.files.clone(),
            model: options.model.to_string(),
            engine: engine_report(&summary),
            equivalence,
            equivalence_chosen,
            verdict: evidence.verdict(),
            condition: None,
            executions: summary.executions,
            blocked: summary.blocked,
            ended: summary.ended,
            states: Vec::new(),
            error,
            more_errors: errors.collect(),
            unsupported,
            warnings: self.found.warnings,
            bounds: self.bounds,
            stats: options.stats.then(|| stats(&summary)),
            loops: None,
            stopped: stopped.map(|reason| Stop { reason, pending: summary.pending }),
            seconds: start.elapsed().as_secs_f64() + loaded.load_seconds,
            compile_seconds: Some(loaded.compile_seconds),
            witness: None,
            example: self.found.example,
        };
        CheckedProgram { report, trace: self.found.trace, helped: self.found.helped }
    }
}
