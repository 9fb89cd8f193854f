//! One measurement, in a process of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use porf::LoadedTest;
use porf::check::{CheckOptions, check_test};
use porf::check_program::check_program;
use porf::compile::{CompileOptions, LoadedProgram};
use porf_explore::{ModelKind, Schedule};

/// Loops in the measured litmus tests, if there are any, are followed this far.
const UNROLL: u32 = 8;

/// What is explored: a litmus test, or a C program with options for clang.
#[derive(Clone, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) file: &'a Path,
    pub(crate) clang_options: &'a [&'a str],
    pub(crate) model: ModelKind,
    pub(crate) schedule: Schedule,
    pub(crate) max_executions: Option<u64>,
}

impl<'a> Subject<'a> {
    /// Everything, with the default schedule.
    pub(crate) fn new(file: &'a Path, clang_options: &'a [&'a str], model: ModelKind) -> Self {
        Self { file, clang_options, model, schedule: Schedule::default(), max_executions: None }
    }

    /// How this program is called to measure in a process of its own; [`measure_here`] reads what follows the first word.
    fn arguments(&self) -> Vec<OsString> {
        let max_executions = self.max_executions.unwrap_or(u64::MAX).to_string();
        let fixed =
            ["measure".into(), self.file.into(), self.model.name().into(), self.schedule.name().into()];
        let options = self.clang_options.iter().map(OsString::from);
        fixed.into_iter().chain([max_executions.into()]).chain(options).collect()
    }
}

/// What one exploration took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measurement {
    pub(crate) executions: u64,
    /// Exploration alone.
    pub(crate) seconds: f64,
    /// Everything before it but clang.
    pub(crate) load_seconds: f64,
    /// clang.
    pub(crate) compile_seconds: f64,
    pub(crate) peak_megabytes: f64,
}

impl Measurement {
    pub(crate) fn executions_per_second(&self) -> f64 {
        self.executions as f64 / self.seconds
    }

    /// As one line of numbers.
    fn print(&self) {
        println!(
            "{} {} {} {} {}",
            self.executions, self.seconds, self.load_seconds, self.compile_seconds, self.peak_megabytes
        );
    }

    fn parse(line: &str) -> Result<Self> {
        let mut numbers = line.split_whitespace();
        let mut next = || numbers.next().context("five numbers");
        Ok(Self {
            executions: next()?.parse()?,
            seconds: next()?.parse()?,
            load_seconds: next()?.parse()?,
            compile_seconds: next()?.parse()?,
            peak_megabytes: next()?.parse()?,
        })
    }
}

/// Measures in this process and prints the result for [`measure`] to read. The arguments are the file, the model, the schedule, the
/// largest number of executions, and options for clang.
pub(crate) fn measure_here(arguments: &[String]) -> Result<()> {
    let [file, model, schedule, max_executions, clang_options @ ..] = arguments else {
        bail!("what to measure is missing");
    };
    let options = CheckOptions {
        schedule: schedule.parse()?,
        max_executions: Some(max_executions.parse()?),
        ..CheckOptions::new(model.parse()?)
    };
    let measurement = if file.ends_with(".c") {
        measure_program(file, clang_options, &options)?
    } else {
        measure_test(file, &options)?
    };
    measurement.print();
    Ok(())
}

fn measure_test(file: &str, options: &CheckOptions<'_>) -> Result<Measurement> {
    let start = Instant::now();
    let source = std::fs::read_to_string(file)?;
    let loaded = LoadedTest::from_source(&source, UNROLL).map_err(|error| anyhow!("{file}: {error:?}"))?;
    let load_seconds = start.elapsed().as_secs_f64();
    let report = check_test(file, &loaded, options)?;
    Ok(Measurement {
        executions: report.executions + report.blocked,
        seconds: report.seconds,
        load_seconds,
        compile_seconds: 0.0,
        peak_megabytes: peak_megabytes()?,
    })
}

fn measure_program(file: &str, clang_options: &[String], options: &CheckOptions<'_>) -> Result<Measurement> {
    let compile = CompileOptions { clang_options: clang_options.to_vec(), ..CompileOptions::default() };
    let mut loaded = LoadedProgram::from_files(&[PathBuf::from(file)], &compile)
        .map_err(|error| anyhow!("{file}: {error}"))?;
    let start = Instant::now();
    let report = check_program(&mut loaded, options, false).report;
    let seconds = start.elapsed().as_secs_f64();
    // Exploration ends at an error, so its speed would be that of something else.
    ensure!(report.error.is_none(), "{file}: there is an error in the program");
    Ok(Measurement {
        executions: report.executions + report.blocked,
        seconds,
        load_seconds: loaded.load_seconds,
        compile_seconds: loaded.compile_seconds,
        peak_megabytes: peak_megabytes()?,
    })
}

/// The best of several runs, each in a process of its own: the least of each of the times, and the most memory.
pub(crate) fn measure(subject: &Subject<'_>, runs: u32) -> Result<Measurement> {
    let mut best: Option<Measurement> = None;
    for _ in 0..runs {
        let output = Command::new(std::env::current_exe()?).args(subject.arguments()).output()?;
        let run = measurement_in(subject, &output)?;
        best = Some(best.map_or(run, |best| Measurement {
            executions: run.executions,
            seconds: best.seconds.min(run.seconds),
            load_seconds: best.load_seconds.min(run.load_seconds),
            compile_seconds: best.compile_seconds.min(run.compile_seconds),
            peak_megabytes: best.peak_megabytes.max(run.peak_megabytes),
        }));
    }
    best.context("at least one run")
}

/// Instructions an execution, as valgrind counts them. Loading does not count: what a run of one execution takes is taken off.
pub(crate) fn count_instructions(subject: &Subject<'_>) -> Result<f64> {
    let (all, executions) = instructions_of(subject)?;
    let (first, one) = instructions_of(&Subject { max_executions: Some(1), ..subject.clone() })?;
    ensure!(executions > one, "{}: there is nothing to count", subject.file.display());
    Ok((all - first) / (executions - one) as f64)
}

/// The instructions of a whole process, and its executions.
fn instructions_of(subject: &Subject<'_>) -> Result<(f64, u64)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(subject.arguments())
        .output()?;
    let executions = measurement_in(subject, &output)?.executions;
    let errors = String::from_utf8_lossy(&output.stderr);
    let line =
        errors.lines().find(|line| line.contains("Collected")).context("callgrind says what it collected")?;
    Ok((line.rsplit(' ').next().context("a number")?.parse()?, executions))
}

/// What a process that measured has printed.
fn measurement_in(subject: &Subject<'_>, output: &Output) -> Result<Measurement> {
    if !output.status.success() {
        bail!("{}: {}", subject.file.display(), String::from_utf8_lossy(&output.stderr));
    }
    Measurement::parse(&String::from_utf8_lossy(&output.stdout))
}

/// The most memory that this process has had resident so far.
fn peak_megabytes() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM in /proc/self/status")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}
