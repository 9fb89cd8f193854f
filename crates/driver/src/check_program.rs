//! Checks a program under one model.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use porf_entity::{AccessSize, ErrorKind};
use porf_explore::{
    Cores, Explorers, Liveness, MixedAccess, Ongoing, Options, StopReason, Summary, Trace, explore,
    explore_on, replay,
};
use porf_report::{Bound, BoundKind, CheckReport, ErrorAfterOthers, ErrorReport, Evidence, Subject, Verdict};
use porf_vm::Access;

use crate::alarm::with_alarm;
use crate::bad_input::BadInput;
use crate::build::LoadedProgram;
use crate::calls::CallsObserver;
use crate::checkpoint::{Checkpoint, SavedExploration};
use crate::collect_program::{Found, ProgramCollector};
use crate::cpp20;
use crate::estimate::with_estimate;
use crate::model_file;
use crate::options::CheckOptions;
use crate::summary;

/// The result of checking a program.
#[derive(Debug)]
pub struct CheckedProgram {
    /// The report.
    pub report: CheckReport,
    /// The recipe of the execution with the first error.
    pub recipe: Option<Recipe>,
}

/// The recipe from which one execution of a program can be made again.
#[derive(Debug)]
pub struct Recipe {
    /// The steps of its threads.
    pub trace: Trace,
    /// Whether threads skip helping CASes.
    pub helping: bool,
    /// The pieces that accesses of mixed sizes are divided into.
    pub pieces: Vec<(u64, AccessSize)>,
}

/// Explores the program under a model.
///
/// If exploration with helping finds an error, the error is confirmed: the program is explored
/// again without helping. A thread that left an operation to another one may have read a value that
/// it could not have read otherwise.
pub fn check_program(
    loaded: &mut LoadedProgram,
    options: &CheckOptions<'_>,
) -> Result<CheckedProgram, BadInput> {
    let start = Instant::now();
    loaded.build_for(options)?;
    let mut checked = check_as_built(loaded, options, None);
    let Some(why) = checked.why_no_helping.take() else {
        if checked.may_differ_in_cpp20 && options.warn_of_cpp20 {
            let rest = options.rest(start);
            checked.report.warnings.extend(cpp20::warning(loaded, &checked.report, &rest)?);
            checked.report.seconds = start.elapsed().as_secs_f64() + loaded.load_seconds;
        }
        return Ok(checked.into_checked(loaded, true));
    };
    let rest = options.rest(start);
    match loaded.without_helping(&rest) {
        Some(without_helping) => confirm(loaded, checked, without_helping?, &why, &rest),
        None => Ok(checked.into_checked(loaded, true)),
    }
}

/// Explores a program again without helping, for a reason that exploration with helping has found. Errors of
/// annotations are errors only there, and remain.
fn confirm(
    loaded: &LoadedProgram,
    mut checked: Explored,
    mut without_helping: LoadedProgram,
    why: &str,
    options: &CheckOptions<'_>,
) -> Result<CheckedProgram, BadInput> {
    let mut again = check_as_built(&mut without_helping, options, None);
    again.report.seconds += checked.report.seconds;
    if again.report.error.is_none() && again.report.stopped.is_some() {
        let unknown =
            "are skipped; exploration stopped before the error was confirmed with all of them performed";
        checked.report.engine.helping = Some(unknown.into());
        return Ok(checked.into_checked(loaded, true));
    }
    again.report.engine.helping = Some(format!("are performed, because {why}"));
    if again.report.error.is_some() {
        let first = checked.report.error.into_iter();
        let wrong =
            first.chain(checked.report.more_errors).filter(|error| error.kind == ErrorKind::Annotation);
        again.report.more_errors.extend(wrong);
    }
    Ok(again.into_checked(&without_helping, false))
}

/// Explores the program as it was built. If bytes are accessed in mixed sizes, the larger accesses
/// are divided and exploration restarts.
pub(crate) fn check_as_built(
    loaded: &mut LoadedProgram,
    options: &CheckOptions<'_>,
    mut calls: Option<&mut CallsObserver>,
) -> Explored {
    let start = Instant::now();
    let exploration = options.exploration_from(start);
    let limits = exploration.limits;
    if !exploration.symmetry {
        loaded.machine.ignore_addresses();
    }
    let mut earlier = options.checkpoint.and_then(Checkpoint::take_earlier);
    let before = earlier.as_ref().map_or(Duration::ZERO, |earlier| earlier.duration());
    let began = start.checked_sub(before).unwrap_or(start);
    if let Some(earlier) = &earlier {
        loaded.machine.set_pieces(earlier.pieces.clone());
    }
    loop {
        let (model, keep_going) = (exploration.model.file(), exploration.keep_going);
        let (shared, progress) = (&*loaded, options.progress);
        let fork = || ProgramCollector::new(shared, model, keep_going, progress);
        // Who looks at calls wants to see all executions.
        let (cores, checkpoint) = match calls {
            None => (options.cores, options.checkpoint),
            Some(_) => (None, None),
        };
        let mut collector = fork().observing(calls.as_deref_mut());
        let mut ongoing = Ongoing::new(&loaded.machine, &exploration);
        if let Some(SavedExploration { ongoing: begun, findings, .. }) = earlier.take() {
            ongoing = begun;
            collector.restore(findings, &exploration);
        }
        let machine = &loaded.machine;
        let join = &ProgramCollector::join;
        let summary = with_estimate(machine, &exploration, options.progress, || match (checkpoint, cores) {
            (Some(checkpoint), cores) => {
                let one = Cores::new(1);
                let cores = cores.unwrap_or(&one);
                let explorers = Explorers { cores, sink: &mut collector, fork: &fork, join };
                checkpoint.explore(explorers, machine, &exploration, &mut ongoing, began)
            }
            (None, cores) => with_alarm(machine.alarm(), limits.deadline, limits.interrupt, || match cores {
                Some(cores) => {
                    let explorers = Explorers { cores, sink: &mut collector, fork: &fork, join };
                    explore_on(explorers, machine, &exploration)
                }
                None => explore(machine, &exploration, &mut collector),
            }),
        });
        let mixed = match summary.stopped {
            Some(StopReason::MixedSizes { first, second }) => Some((first, second)),
            _ => None,
        };
        let error = mixed.map(|(first, second)| collector.mixed_sizes(first, second));
        let results = Results::new(collector, &summary);
        match mixed.map(|(first, second)| loaded.machine.refine(access(first), access(second))) {
            Some(Ok(())) => {}
            Some(Err(_)) => return results.report(loaded, options, summary, error, began),
            None => return results.report(loaded, options, summary, None, began),
        }
    }
}

/// Makes the one execution that a trace describes. `None` if it is not an execution of the program.
pub(crate) fn replay_program(
    loaded: &LoadedProgram,
    options: &CheckOptions<'_>,
    trace: &Trace,
) -> Option<CheckReport> {
    let start = Instant::now();
    let exploration = Options { liveness: Liveness::All, ..Options::new(options.explore.model) };
    let mut collector = ProgramCollector::new(loaded, options.explore.model.file(), false, None);
    let summary = replay(&loaded.machine, &exploration, trace, &mut collector).ok()?;
    let results = Results::new(collector, &summary);
    Some(results.report(loaded, options, summary, None, start).report)
}

/// The results of one exploration of a program, as a report.
pub(crate) struct Explored {
    pub(crate) report: CheckReport,
    trace: Option<Trace>,
    /// The reason to perform helping CASes after all.
    why_no_helping: Option<Cow<'static, str>>,
    /// Whether an execution has a release sequence that C++20 does not have.
    may_differ_in_cpp20: bool,
}

impl Explored {
    /// The results of this exploration and of another one, of the same program with other choices.
    pub(crate) fn followed_by(self, next: Self) -> Self {
        let Self { mut report, trace, .. } = self;
        let Self { report: other, .. } = next;
        report.executions += other.executions;
        report.blocked += other.blocked;
        report.ended += other.ended;
        report.seconds += other.seconds;
        let known = |errors: &[ErrorReport], error: &ErrorReport| {
            errors.iter().any(|it| (it.kind, it.place) == (error.kind, error.place))
        };
        for error in other.error.into_iter().chain(other.more_errors) {
            match &report.error {
                None => report.error = Some(error),
                Some(first)
                    if !known(std::slice::from_ref(first), &error) && !known(&report.more_errors, &error) =>
                {
                    report.more_errors.push(error);
                }
                Some(_) => {}
            }
        }
        let reported: Vec<&ErrorReport> = report.error.iter().chain(&report.more_errors).collect();
        let is_reported = |it: &ErrorAfterOthers| {
            reported.iter().any(|error| (error.kind, error.place) == (it.kind, it.place))
        };
        report.after_others.extend(other.after_others);
        report.after_others.retain(|it| !is_reported(it));
        report.after_others.sort_unstable();
        report.after_others.dedup();
        for what in other.unsupported {
            if !known(&report.unsupported, &what) {
                report.unsupported.push(what);
            }
        }
        for warning in other.warnings {
            if !report.warnings.iter().any(|it| (it.kind, it.place) == (warning.kind, warning.place)) {
                report.warnings.push(warning);
            }
        }
        for bound in other.bounds {
            match report.bounds.iter_mut().find(|it| (it.place, &it.kind) == (bound.place, &bound.kind)) {
                Some(known) => known.executions += bound.executions,
                None => report.bounds.push(bound),
            }
        }
        if let (Some(stats), Some(more)) = (&mut report.stats, other.stats) {
            stats.premature += more.premature;
            stats.restarts += more.restarts;
        }
        report.loops = report.loops.or(other.loops);
        report.redundant_at = match (report.redundant_at, other.redundant_at) {
            (Some(mut places), Some(more)) => {
                let known = places.clone();
                places.extend(more.into_iter().filter(|place| !known.contains(place)));
                Some(places)
            }
            (places, more) => places.or(more),
        };
        report.stopped = report.stopped.or(other.stopped);
        report.example = report.example.or(other.example);
        report.verdict = verdict(&report);
        Self {
            report,
            trace: trace.or(next.trace),
            why_no_helping: self.why_no_helping.or(next.why_no_helping),
            may_differ_in_cpp20: self.may_differ_in_cpp20 || next.may_differ_in_cpp20,
        }
    }

    /// The result of checking a program as it was built, with or without helping.
    fn into_checked(self, loaded: &LoadedProgram, helping: bool) -> CheckedProgram {
        let pieces = loaded.machine.pieces().to_vec();
        let recipe = self.trace.map(|trace| Recipe { trace, helping, pieces });
        CheckedProgram { report: self.report, recipe }
    }
}

/// The verdict on a program that follows from the rest of the report.
fn verdict(report: &CheckReport) -> Verdict {
    let evidence = Evidence {
        quantifier: None,
        decided: false,
        any_complete: report.executions + report.ended > 0,
        failed: report.error.is_some(),
        race: false,
        stopped: report.stopped.is_some(),
        unsupported: !report.unsupported.is_empty(),
        bounded: Bound::chosen_by(&report.bounds),
        program: true,
    };
    evidence.verdict()
}

fn access(access: MixedAccess) -> Access {
    Access { address: access.address, size: access.size, atomic: access.atomic }
}

/// The results of an exploration.
struct Results {
    found: Found,
    bounds: Vec<Bound>,
}

impl Results {
    fn new(collector: ProgramCollector<'_>, summary: &Summary) -> Self {
        Self { bounds: collector.bounds(summary.partial_choice), found: collector.found }
    }

    fn report(
        mut self,
        loaded: &LoadedProgram,
        options: &CheckOptions<'_>,
        summary: Summary,
        mixed_sizes: Option<ErrorReport>,
        start: Instant,
    ) -> Explored {
        let trace = self.found.first_trace();
        let stopped = summary::stop(&summary);
        let (equivalence, equivalence_chosen) = summary::equivalence(options, &summary);
        let after_others = self.found.after_others();
        let mut errors = self.found.errors.into_iter();
        let error = errors.next();
        let unsupported: Vec<ErrorReport> = self.found.unsupported.into_iter().chain(mixed_sizes).collect();
        // Loops are the usual reason for an exploration that does not come to an end.
        let is_cut = |bound: &Bound| matches!(bound.kind, BoundKind::Events { .. });
        let wants_loops = options.explain_loops || stopped.is_some() || self.bounds.iter().any(is_cut);
        let mut report = CheckReport {
            file: loaded.name.clone(),
            test: loaded.name.clone(),
            subject: Subject::Program,
            files: loaded.files.clone(),
            model: options.explore.model.to_string(),
            model_file: model_file::report(options.explore.model, &summary, &self.found.flags),
            engine: summary::engine_report(&summary),
            equivalence,
            equivalence_chosen,
            calls: None,
            verdict: Verdict::Incomplete,
            condition: None,
            executions: summary.executions,
            blocked: summary.blocked,
            ended: summary.ended,
            states: Vec::new(),
            error,
            more_errors: errors.collect(),
            after_others,
            unsupported,
            warnings: self.found.warnings,
            bounds: self.bounds,
            stats: options.stats.then(|| summary::stats(&summary)),
            loops: wants_loops.then(|| loaded.loops.explained.clone()),
            redundant_at: options.explain_loops.then_some(self.found.redundant_at),
            stopped,
            seconds: start.elapsed().as_secs_f64() + loaded.load_seconds,
            compile_seconds: Some(loaded.compile_seconds),
            witness: None,
            example: self.found.example,
        };
        report.verdict = verdict(&report);
        Explored {
            report,
            trace,
            why_no_helping: self.found.why_no_helping,
            may_differ_in_cpp20: summary.longer_release_sequences,
        }
    }
}
