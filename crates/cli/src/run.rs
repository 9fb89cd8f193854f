//! Checks all files, several at once, with the results in the order of the files.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::ensure;
use porf_driver::{
    BadInput, CheckOptions, CheckedProgram, Checkpoint, Interrupted, LoadedCalls, LoadedProgram, LoadedTest,
    Progress, Unsupported, check_program, check_test, saved, unreadable,
};
use porf_explore::{Cores, Equivalence, MemoryModel, ModelKind};
use porf_report::{CheckReport, InputReport, Place};

use crate::exit::ExitStatus;
use crate::inputs::{self, Input, Source};
use crate::options::{ModelChoice, Options, default_model};
use crate::output::Output;

/// The outcome for an input.
pub(crate) enum Outcome {
    /// The input was checked under each of the models.
    Checked {
        /// The results.
        reports: Vec<CheckReport>,
        /// Further remarks: the messages of the compiler, and the file to which an error was saved.
        remarks: String,
    },
    /// The input cannot be checked.
    Bad(BadInput),
    /// The user interrupted the run before the turn of the input came.
    NotChecked,
}

impl Outcome {
    fn status(&self) -> ExitStatus {
        match self {
            Self::Checked { reports, .. } => {
                reports.iter().map(ExitStatus::of).fold(ExitStatus::Clean, ExitStatus::and)
            }
            Self::Bad(bad) => ExitStatus::of_input(&bad.report),
            Self::NotChecked => ExitStatus::Partial,
        }
    }
}

/// Checks all files that the options name, prints the results, and returns the status of the run.
/// When `interrupt` is set, running checks end early and no new ones begin.
pub fn run(options: &Options, interrupt: &AtomicBool) -> anyhow::Result<ExitStatus> {
    let start = Instant::now();
    if let Some(path) = &options.replay {
        let clang = options.build.clang.as_deref();
        let outcome = unless_it_panics(&path.display().to_string(), || {
            match saved::replay(path, clang, options.check.timeout, interrupt) {
                Ok(report) => Outcome::Checked { reports: vec![report], remarks: String::new() },
                Err(bad) => Outcome::Bad(bad),
            }
        });
        Output::new(options, &[])?.show(&outcome)?;
        return Ok(outcome.status());
    }
    let inputs = match &options.resume {
        Some(path) => vec![Ok(Source::Checkpoint(path.clone()))],
        None => inputs::expand(&options.paths),
    };
    ensure_one_exploration(options, &inputs)?;
    let mut output = Output::new(options, &inputs)?;
    let mut status = ExitStatus::Clean;
    let next = AtomicUsize::new(0);
    let progress = Progress::default();
    let display = output.progress();
    let explain = output.loops(options);
    let cores = Cores::new(options.jobs);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| -> anyhow::Result<ExitStatus> {
        for _ in 0..options.jobs.min(inputs.len()) {
            let sender = sender.clone();
            let (inputs, next, explain) = (&inputs, &next, &explain);
            let progress = display.is_shown().then_some(&progress);
            let common = Common { interrupt, progress, cores: &cores };
            scope.spawn(move || {
                let _core = common.cores.take();
                while let Some((index, input)) = take(inputs, next) {
                    let name = input.as_ref().map_or_else(|report| report.file.clone(), Source::name);
                    let outcome = unless_it_panics(&name, || outcome(input, options, common, explain));
                    if sender.send((index, outcome)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let writes = options.checkpoint.is_some() || options.resume.is_some();
        let patience = Patience { interrupt, since: Cell::new(None), writes };
        let mut missing = inputs.len();
        for outcome in in_order(receiver, || {
            display.explored(&progress);
            patience.lasts()
        }) {
            missing -= 1;
            status = status.and(outcome.status());
            if let Err(error) = output.show(&outcome) {
                // Nobody reads the output any more.
                interrupt.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        if missing > 0 {
            (0..missing).try_for_each(|_| output.show(&Outcome::NotChecked))?;
            output.finish(start.elapsed().as_secs_f64())?;
            // Returning would wait here for the threads that are still at work.
            std::process::exit(status.and(ExitStatus::Partial).code().into());
        }
        output.finish(start.elapsed().as_secs_f64())?;
        Ok(status)
    })
}

/// The time that an interrupt may take to be seen. Explorations look often, but reading a file may
/// never end, and a large program takes a while to be translated.
struct Patience<'a> {
    interrupt: &'a AtomicBool,
    /// The time when the interrupt was first seen here.
    since: Cell<Option<Instant>>,
    /// Whether explorations are written to files when they are interrupted.
    writes: bool,
}

impl Patience<'_> {
    const LONGEST: Duration = Duration::from_millis(100);
    /// The same if the exploration is written to a file then.
    const LONGEST_WITH_FILE: Duration = Duration::from_secs(10);

    fn lasts(&self) -> bool {
        if self.since.get().is_none() && self.interrupt.load(Ordering::Relaxed) {
            self.since.set(Some(Instant::now()));
        }
        let longest = if self.writes { Self::LONGEST_WITH_FILE } else { Self::LONGEST };
        self.since.get().is_none_or(|since| since.elapsed() < longest)
    }
}

/// The next input that no thread has taken yet, and its number.
fn take<'a>(inputs: &'a [Input], next: &AtomicUsize) -> Option<(usize, &'a Input)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, inputs.get(index)?))
}

/// The items that arrive with the numbers 0, 1, 2, … in any order, in the order of the numbers.
/// Asks now and then whether to keep waiting.
fn in_order<T>(receiver: mpsc::Receiver<(usize, T)>, waits_on: impl Fn() -> bool) -> impl Iterator<Item = T> {
    const NOW_AND_THEN: Duration = Duration::from_millis(20);
    let mut early = BTreeMap::new();
    let mut expected = 0;
    std::iter::from_fn(move || {
        loop {
            if let Some(item) = early.remove(&expected) {
                expected += 1;
                return Some(item);
            }
            match receiver.recv_timeout(NOW_AND_THEN) {
                Ok((index, item)) => drop(early.insert(index, item)),
                Err(RecvTimeoutError::Timeout) if waits_on() => {}
                // The items that have arrived are passed on, although earlier ones are missing.
                Err(RecvTimeoutError::Timeout) => {
                    let (index, item) = early.pop_first()?;
                    expected = index + 1;
                    return Some(item);
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    })
}

/// The outcome of a check. If the check panics, that is no result: the file could not be checked,
/// and the message asks for a report.
fn unless_it_panics(file: &str, check: impl FnOnce() -> Outcome) -> Outcome {
    // The check owns what it changes, or nobody looks at it afterwards.
    panic::catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| {
        Outcome::Bad(BadInput::from(InputReport {
            file: file.to_owned(),
            message: "porf failed while it checked the file".into(),
            place: Place::default(),
            help: Some(
                "this is a mistake in porf; please report it with the file and the lines above".into(),
            ),
            unsupported: false,
        }))
    })
}

fn outcome(
    input: &Input,
    options: &Options,
    common: Common<'_>,
    explain: &impl Fn(&LoadedProgram),
) -> Outcome {
    if common.interrupt.load(Ordering::Relaxed) {
        return Outcome::NotChecked;
    }
    let checked = match input {
        Err(report) => Err(report.clone().into()),
        Ok(Source::Test(path)) => LoadedTest::from_file(path, options.build.unroll)
            .and_then(|loaded| check_one_test(path, &loaded, options, common)),
        Ok(Source::Checkpoint(path)) => go_on(path, options, common),
        Ok(Source::Program(paths)) => check_one_program(paths, options, common, explain),
    };
    match checked {
        // The interrupt may be the cause of the error.
        Err(_) if common.interrupt.load(Ordering::Relaxed) => Outcome::NotChecked,
        checked => checked.unwrap_or_else(Outcome::Bad),
    }
}

/// What the checks of a run have in common.
#[derive(Clone, Copy)]
struct Common<'a> {
    interrupt: &'a AtomicBool,
    progress: Option<&'a Progress>,
    cores: &'a Cores,
}

/// The options of a check under a model.
fn check_options<'a>(model: MemoryModel<'a>, options: &Options, common: Common<'a>) -> CheckOptions<'a> {
    let mut check: CheckOptions<'a> = options.check.clone();
    check.explore.model = model;
    check.explore.limits.interrupt = Some(common.interrupt);
    check.progress = common.progress;
    check.cores = Some(common.cores);
    check
}

/// A checkpoint is one exploration.
fn ensure_one_exploration(options: &Options, inputs: &[Input]) -> anyhow::Result<()> {
    let is_one = matches!(inputs, [Ok(Source::Program(_))]) && !matches!(options.models, ModelChoice::All);
    ensure!(
        options.checkpoint.is_none() || is_one,
        "--checkpoint: the file holds the exploration of one program under one model"
    );
    Ok(())
}

/// Goes on with an interrupted check.
fn go_on(path: &Path, options: &Options, common: Common<'_>) -> Result<Outcome, BadInput> {
    let limits = check_options(ModelKind::Rc11.into(), options, common);
    let (CheckedProgram { report, .. }, checkpoint) =
        Interrupted::read(path)?.go_on(&limits, options.checkpoint_every)?;
    let remarks = remark_on_checkpoint(path, &checkpoint, &report);
    Ok(Outcome::Checked { reports: vec![report], remarks })
}

/// What has become of the file of a check. It is removed if there is nothing left to go on with.
fn remark_on_checkpoint(path: &Path, checkpoint: &Checkpoint, report: &CheckReport) -> String {
    let path = path.display();
    match (checkpoint.is_written(), &report.stopped) {
        (Err(failure), _) => format!("porf: --checkpoint: {failure}\n"),
        (Ok(_), None) => {
            checkpoint.discard();
            String::new()
        }
        (Ok(true), Some(_)) => format!("porf: porf resume {path} goes on\n"),
        (Ok(false), Some(_)) => String::new(),
    }
}

/// A remark if the user asks for an equivalence that the model does not allow.
fn remarks_on(options: &Options) -> String {
    match (&options.models, options.check.explore.equivalence) {
        (ModelChoice::File(_), Some(Equivalence::Rf)) => {
            "porf: --equivalence rf: under a model from a file executions are counted by coherence order (co), since finding coherence orders is known for the built-in models only\n".into()
        }
        _ => String::new(),
    }
}

/// Checks a test under each of its models.
fn check_one_test(
    path: &Path,
    loaded: &LoadedTest,
    options: &Options,
    common: Common<'_>,
) -> Result<Outcome, BadInput> {
    let file = path.display().to_string();
    let models = options.models(default_model(loaded.test.dialect));
    let reports =
        models.into_iter().map(|model| check_test(&file, loaded, &check_options(model, options, common)));
    match reports.collect::<Result<_, Unsupported>>() {
        Ok(reports) => Ok(Outcome::Checked { reports, remarks: remarks_on(options) }),
        Err(Unsupported(message)) => {
            let (place, help) = (Place::default(), None);
            Err(InputReport { file: file.clone(), message, place, help, unsupported: true }.into())
        }
    }
}

/// Checks an implementation of a library under each model.
fn check_calls(paths: &[PathBuf], options: &Options, common: Common<'_>) -> Result<Outcome, BadInput> {
    let Some((against, bounds)) = options.calls.clone() else { return Ok(Outcome::NotChecked) };
    let models = options.models(ModelKind::Rc11);
    let build = options.build.clone();
    let build = models.first().map_or(build.clone(), |&model| build.suited_to(model));
    let patience = (options.check.timeout, common.interrupt);
    let mut loaded = LoadedCalls::from_files_until(paths, against, bounds, &build, patience)?;
    let mut remarks = std::mem::take(&mut loaded.remarks) + &remarks_on(options);
    if let Some(path) = &options.client {
        remarks += &write_client(path, loaded.client())?;
    }
    let check = |model| loaded.check(&check_options(model, options, common));
    let reports = models.into_iter().map(check).collect::<Result<_, BadInput>>()?;
    Ok(Outcome::Checked { reports, remarks })
}

/// Writes the most general client to a file: a remark about that.
fn write_client(path: &Path, client: Option<String>) -> Result<String, BadInput> {
    let Some(text) = client else {
        return Ok("porf: --client: the program has a main of its own\n".into());
    };
    std::fs::write(path, text).map_err(|error| unreadable(path, &error))?;
    Ok(format!("porf: the client is in {}\n", path.display()))
}

/// Checks a program under each of its models, after the report on its loops.
fn check_one_program(
    paths: &[PathBuf],
    options: &Options,
    common: Common<'_>,
    explain: &impl Fn(&LoadedProgram),
) -> Result<Outcome, BadInput> {
    if options.calls.is_some() {
        return check_calls(paths, options, common);
    }
    if let Some(path) = &options.save {
        // An unusable file is reported now, not after all the work is done.
        saved::prepare(path)?;
    }
    let models = options.models(ModelKind::Rc11);
    let build = options.build.clone();
    let build = models.first().map_or(build.clone(), |&model| build.suited_to(model));
    let mut loaded = LoadedProgram::from_files_until(paths, &build, options.check.timeout, common.interrupt)?;
    explain(&loaded);
    let mut remarks = std::mem::take(&mut loaded.warnings) + &remarks_on(options);
    let mut to_save = options.save.as_ref();
    let mut reports = Vec::new();
    for model in models {
        let mut check = check_options(model, options, common);
        let checkpoint = match &options.checkpoint {
            Some(path) => Some(Checkpoint::new(path, &loaded, &check)?.every(options.checkpoint_every)),
            None => None,
        };
        check.checkpoint = checkpoint.as_ref();
        let CheckedProgram { report, recipe } = check_program(&mut loaded, &check)?;
        if let (Some(path), Some(recipe), Some(error)) = (to_save, &recipe, &report.error) {
            saved::save(path, paths, &build, model, error, recipe)?;
            remarks +=
                &format!("porf: the error is saved; porf check --replay {} shows it again\n", path.display());
            // With several models, the first error is saved.
            to_save = None;
        }
        if let Some((path, checkpoint)) = options.checkpoint.as_ref().zip(checkpoint) {
            remarks += &remark_on_checkpoint(path, &checkpoint, &report);
        }
        reports.push(report);
    }
    if let Some(path) = to_save.filter(|_| reports.iter().any(|report| report.error.is_some())) {
        saved::discard(path);
        let path = path.display();
        remarks += &format!(
            "porf: the error is not saved to {path}: it is an error of a full execution under the model\n"
        );
    } else if let Some(path) = to_save {
        saved::discard(path);
        remarks += &format!("porf: there is no error to be saved to {}\n", path.display());
    }
    Ok(Outcome::Checked { reports, remarks })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A check that panics is none, whatever has been found before.
    #[test]
    fn a_panic_is_no_result() {
        let outcome = unless_it_panics("x.c", || panic!("as the test wants it"));
        let Outcome::Bad(bad) = &outcome else { unreachable!("the check panics") };
        assert!(bad.message.contains("x.c") && bad.message.contains("please report it"), "{}", bad.message);
        assert_eq!(outcome.status(), ExitStatus::BadInput);
    }

    #[test]
    fn results_come_in_the_order_of_their_numbers() {
        let (sender, receiver) = mpsc::channel();
        for index in [3, 1, 0, 2, 4] {
            sender.send((index, index * 10)).unwrap();
        }
        drop(sender);
        assert_eq!(in_order(receiver, || true).collect::<Vec<_>>(), [0, 10, 20, 30, 40]);
    }
}
