//! One measurement, in a process of its own.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, anyhow, bail};
use porf::LoadedTest;
use porf::check::{CheckOptions, check_test};
use porf_explore::{ModelKind, Schedule};

/// Loops in the measured programs, if there are any, are followed this far.
const UNROLL: u32 = 8;

/// What one exploration took.
#[derive(Clone, Copy)]
pub(crate) struct Measurement {
    pub(crate) executions: u64,
    pub(crate) seconds: f64,
    pub(crate) peak_megabytes: f64,
}

impl Measurement {
    pub(crate) fn executions_per_second(&self) -> f64 {
        self.executions as f64 / self.seconds
    }
}

/// Measures a test in this process and prints the result for [`measure`] to read.
pub(crate) fn measure_here(file: &str, model: &str, schedule: &str, max_executions: &str) -> Result<()> {
    let source = std::fs::read_to_string(file)?;
    let loaded = LoadedTest::from_source(&source, UNROLL).map_err(|error| anyhow!("{file}: {error:?}"))?;
    let options = CheckOptions {
        schedule: schedule.parse()?,
        max_executions: Some(max_executions.parse()?),
        ..CheckOptions::new(model.parse()?)
    };
    let report = check_test(file, &loaded, &options)?;
    println!("{} {} {}", report.executions + report.blocked, report.seconds, peak_kilobytes()?);
    Ok(())
}

/// The best of several runs, each in a process of its own.
pub(crate) fn measure(
    file: &Path,
    model: ModelKind,
    schedule: Schedule,
    runs: u32,
    max_executions: Option<u64>,
) -> Result<Measurement> {
    let mut best: Option<Measurement> = None;
    for _ in 0..runs {
        let output = Command::new(std::env::current_exe()?)
            .args(arguments(file, model, schedule, max_executions))
            .output()?;
        if !output.status.success() {
            bail!("{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
        }
        let text = String::from_utf8(output.stdout)?;
        let mut numbers = text.split_whitespace();
        let mut next = || numbers.next().context("three numbers");
        let measurement = Measurement {
            executions: next()?.parse()?,
            seconds: next()?.parse()?,
            peak_megabytes: next()?.parse::<f64>()? / 1024.0,
        };
        if best.is_none_or(|best| measurement.seconds < best.seconds) {
            best = Some(measurement);
        }
    }
    best.context("at least one run")
}

/// Instructions an execution, as valgrind counts them, loading the test included.
pub(crate) fn count_instructions(file: &Path, model: ModelKind) -> Result<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(arguments(file, model, Schedule::default(), None))
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let line =
        errors.lines().find(|line| line.contains("Collected")).context("callgrind says what it collected")?;
    let instructions: f64 = line.rsplit(' ').next().context("a number")?.parse()?;
    let text = String::from_utf8(output.stdout)?;
    let executions: f64 = text.split_whitespace().next().context("a number")?.parse()?;
    Ok(instructions / executions)
}

/// How this program is called to measure in a process of its own.
fn arguments(
    file: &Path,
    model: ModelKind,
    schedule: Schedule,
    max_executions: Option<u64>,
) -> [OsString; 5] {
    let max_executions = max_executions.unwrap_or(u64::MAX).to_string();
    ["measure".into(), file.into(), model.name().into(), schedule.name().into(), max_executions.into()]
}

/// The most memory that this process has had resident so far.
fn peak_kilobytes() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM in /proc/self/status")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
