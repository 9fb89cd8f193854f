//! The commands about memory models in files.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use porf_cat::{FilesBeside, Model};
use porf_compare::{
    Comparison, Condition, Control, Difference, Finding, Progress, Stop, compare, violated_by_construction,
};
use porf_driver::{check_model, named_model};
use porf_report::{ComparisonReport, ComparisonVerdict, DifferenceKind, DifferenceReport, json};

use crate::args::{CompareArgs, Format, ModelCheckArgs, ModelCommand};
use crate::exit::ExitStatus;

/// Runs a command about models.
pub(crate) fn run(command: ModelCommand, interrupt: &AtomicBool) -> anyhow::Result<ExitStatus> {
    match command {
        ModelCommand::Check(args) => run_check(&args, interrupt),
        ModelCommand::Compare(args) => run_compare(&args, interrupt),
    }
}

fn run_check(args: &ModelCheckArgs, interrupt: &AtomicBool) -> anyhow::Result<ExitStatus> {
    let timeout = Duration::try_from_secs_f64(args.timeout)
        .with_context(|| format!("--timeout: {} is not a number of seconds", args.timeout))?;
    let mut status = ExitStatus::Clean;
    for name in &args.models {
        let (text, of_model) = match named_model(name) {
            Ok(model) => {
                let progress = Progress::default();
                let control = Control {
                    max_size: args.max_size.into(),
                    deadline: Instant::now().checked_add(timeout),
                    interrupt,
                    progress: &progress,
                };
                let report = with_progress(&progress, || check_model(name, &model, &control));
                let text = match args.format {
                    Format::Text => report.to_text(),
                    Format::Json => json::model_check_line(&report) + "\n",
                };
                (text, if report.holds { ExitStatus::Clean } else { ExitStatus::Failure })
            }
            Err(bad) => {
                anstream::eprint!("{}", bad.message);
                let text = match args.format {
                    Format::Text => String::new(),
                    Format::Json => json::input_line(&bad.report) + "\n",
                };
                (text, ExitStatus::BadInput)
            }
        };
        let mut stdout = anstream::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()?;
        status = status.and(of_model);
    }
    Ok(status)
}

fn run_compare(args: &CompareArgs, interrupt: &AtomicBool) -> anyhow::Result<ExitStatus> {
    let start = Instant::now();
    let models = [read(&args.first)?, read(&args.second)?];
    let timeout = args.timeout.map(|seconds| {
        Duration::try_from_secs_f64(seconds)
            .with_context(|| format!("--timeout: {seconds} is not a number of seconds"))
    });
    let progress = Progress::default();
    let control = Control {
        max_size: args.max_size.into(),
        deadline: timeout.transpose()?.and_then(|timeout| start.checked_add(timeout)),
        interrupt,
        progress: &progress,
    };
    let comparison = with_progress(&progress, || compare([&models[0], &models[1]], &control));

    let mut report = report([&args.first, &args.second], &comparison);
    report.programs = progress.programs.load(Ordering::Relaxed);
    report.seconds = start.elapsed().as_secs_f64();
    let text = match args.format {
        Format::Text => report.to_text(),
        Format::Json => json::comparison_line(&report) + "\n",
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    if let Some(path) = &args.output {
        match report.differences.first() {
            Some(difference) => std::fs::write(path, &difference.test)
                .with_context(|| format!("cannot write {}", path.display()))?,
            None => anstream::eprintln!("porf: there is no test to be written to {}", path.display()),
        }
    }
    Ok(match report.verdict {
        ComparisonVerdict::Agree => ExitStatus::Clean,
        ComparisonVerdict::Unknown => ExitStatus::Partial,
        _ => ExitStatus::Failure,
    })
}

/// The model of this name, or in the file at this path.
fn read(name: &str) -> anyhow::Result<Model> {
    let source = match porf_cat::shipped(name) {
        Some(source) => source,
        None => porf_cat::read_file(Path::new(name)).map_err(|error| unreadable(name, &error))?,
    };
    let model = porf_cat::read(source, &FilesBeside).map_err(|error| anyhow!("{error}"))?;
    // The programs are in C. Of these, a model for x86 sees the instructions.
    Ok(model.on_c11_events(false))
}

fn unreadable(name: &str, error: &std::io::Error) -> anyhow::Error {
    if error.kind() == std::io::ErrorKind::NotFound {
        let names: Vec<&str> = porf_cat::shipped_names().collect();
        return anyhow!(
            "{name} is neither a file nor a model that porf ships\n  = help: the shipped models are {}",
            names.join(", ")
        );
    }
    anyhow!("cannot read {name}: {error}")
}

/// Does the work, and shows its progress on standard error if that is a terminal.
fn with_progress<T: Send>(progress: &Progress, work: impl FnOnce() -> T + Send) -> T {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{msg} {elapsed}") {
        bar.set_style(style);
    }
    thread::scope(|scope| {
        let worker = scope.spawn(work);
        let start = Instant::now();
        while !worker.is_finished() {
            thread::sleep(Duration::from_millis(10));
            if start.elapsed() > Duration::from_millis(500) {
                let size = progress.size.load(Ordering::Relaxed);
                let programs = progress.programs.load(Ordering::Relaxed);
                bar.set_message(format!("{} programs, now with {size} operations", HumanCount(programs)));
                bar.tick();
            }
        }
        bar.finish_and_clear();
        match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The comparison as plain data.
fn report(paths: [&str; 2], comparison: &Comparison) -> ComparisonReport {
    let names = paths.map(|name| {
        let name = Path::new(name).file_stem().unwrap_or(name.as_ref());
        name.to_string_lossy().into_owned()
    });
    // Two files of the same name are named by their paths.
    let names = if names[0] == names[1] { paths.map(str::to_owned) } else { names };
    let allows = |model| comparison.find(Difference::Allows(model)).is_some();
    let verdict = match (allows(0), allows(1)) {
        (true, true) => ComparisonVerdict::Incomparable,
        (false, true) => ComparisonVerdict::FirstStronger,
        (true, false) => ComparisonVerdict::SecondStronger,
        (false, false) if comparison.differs() => ComparisonVerdict::ReportsDiffer,
        (false, false) if comparison.stopped.is_some() => ComparisonVerdict::Unknown,
        (false, false) => ComparisonVerdict::Agree,
    };
    let mut differences: Vec<DifferenceReport> =
        comparison.findings.iter().map(|finding| difference(&names, finding)).collect();
    // Final states come before reports, and executions last.
    differences.sort_by_key(|difference| difference.kind as u8);
    ComparisonReport {
        models: names,
        verdict,
        differences,
        completed_size: comparison.completed,
        stopped: comparison.stopped.map(|stop| match stop {
            Stop::Timeout => "timeout",
            Stop::Interrupted => "interrupt",
        }),
        not_generated: comparison.absent.clone(),
        programs: 0,
        seconds: 0.0,
    }
}

fn difference(names: &[String; 2], finding: &Finding) -> DifferenceReport {
    let (kind, by) = match finding.difference {
        Difference::Allows(model) => (DifferenceKind::State, model),
        Difference::Reports(model) => (DifferenceKind::Report, model),
        Difference::AllowsExecution(model) => (DifferenceKind::Execution, model),
    };
    let word = match kind {
        DifferenceKind::State | DifferenceKind::Execution => "allowed",
        DifferenceKind::Report => "reported",
    };
    let plain = |name: &str| {
        let plain = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        plain.trim_matches('_').to_owned()
    };
    let title = format!("{word}-by-{}-not-by-{}", plain(&names[by]), plain(&names[1 - by]));
    DifferenceReport {
        kind,
        by: names[by].clone(),
        not_by: names[1 - by].clone(),
        size: finding.size,
        added_axiom: violated_by_construction(&finding.program, &finding.candidate).map(
            |axiom| match axiom {
                Condition::Atomicity => "atomicity",
                _ => "causality",
            },
        ),
        test: finding.program.to_litmus(&title, &finding.candidate),
    }
}
