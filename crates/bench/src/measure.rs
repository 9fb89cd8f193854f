//! One measurement, in a process of its own.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use porf_driver::{CheckOptions, LoadedProgram, LoadedTest, check_program, check_test};
use porf_explore::{Engine, Equivalence};

use crate::process::{peak_megabytes, processor_seconds};
use crate::subject::{Request, Subject};

/// The number of iterations of loops in the measured litmus tests, if there are any.
const UNROLL: u32 = 8;

/// A measurement that takes more seconds than this is done once only.
const LONG: f64 = 4.0;

/// The measurements of one exploration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Measurement {
    /// The number of executions, complete and blocked.
    pub(crate) executions: u64,
    /// The number of complete executions.
    pub(crate) complete: u64,
    /// Whether these are all executions.
    pub(crate) finished: bool,
    /// The equivalence that exploration has used.
    pub(crate) equivalence: Equivalence,
    /// The algorithm that explored.
    pub(crate) engine: Engine,
    /// Whether there were symmetric threads that counted as one.
    pub(crate) symmetric: bool,
    /// Seconds of a processor, for exploration alone.
    pub(crate) seconds: f64,
    /// Seconds for everything before exploration but clang.
    pub(crate) load_seconds: f64,
    /// Seconds for clang.
    pub(crate) compile_seconds: f64,
    pub(crate) peak_megabytes: f64,
}

impl Measurement {
    pub(crate) fn executions_per_second(&self) -> f64 {
        self.executions as f64 / self.seconds
    }

    pub(crate) fn microseconds_per_execution(&self) -> f64 {
        self.seconds / self.executions as f64 * 1e6
    }

    /// The time of everything, as tables print it.
    pub(crate) fn seconds_text(&self) -> String {
        match self.seconds {
            seconds if !self.finished => format!(">{seconds:.0}"),
            seconds if seconds < 0.01 => format!("{seconds:.6}"),
            seconds => format!("{seconds:.3}"),
        }
    }

    /// The numbers of complete and blocked executions, as tables print them.
    pub(crate) fn counts_text(&self) -> String {
        match self.finished {
            true => format!("{}+{}", self.complete, self.executions - self.complete),
            false => "-".to_owned(),
        }
    }

    /// The better of two measurements of the same subject: the least of each of the times, and the
    /// most memory.
    fn better(self, other: Self) -> Self {
        Self {
            seconds: self.seconds.min(other.seconds),
            load_seconds: self.load_seconds.min(other.load_seconds),
            compile_seconds: self.compile_seconds.min(other.compile_seconds),
            peak_megabytes: self.peak_megabytes.max(other.peak_megabytes),
            ..other
        }
    }

    /// The measurement as one line of words.
    fn to_line(self) -> String {
        format!(
            "{} {} {} {} {} {} {} {} {} {}",
            self.executions,
            self.complete,
            self.finished,
            self.equivalence,
            self.engine,
            self.symmetric,
            self.seconds,
            self.load_seconds,
            self.compile_seconds,
            self.peak_megabytes
        )
    }

    fn from_line(line: &str) -> Result<Self> {
        let mut words = line.split_whitespace();
        let mut next = || words.next().context("ten words");
        Ok(Self {
            executions: next()?.parse()?,
            complete: next()?.parse()?,
            finished: next()?.parse()?,
            equivalence: equivalence_named(next()?)?,
            engine: engine_named(next()?)?,
            symmetric: next()?.parse()?,
            seconds: next()?.parse()?,
            load_seconds: next()?.parse()?,
            compile_seconds: next()?.parse()?,
            peak_megabytes: next()?.parse()?,
        })
    }
}

fn equivalence_named(name: &str) -> Result<Equivalence> {
    let mut all = Equivalence::ALL.into_iter();
    all.find(|equivalence| equivalence.name() == name)
        .with_context(|| format!("no equivalence is called {name}"))
}

fn engine_named(name: &str) -> Result<Engine> {
    let mut all = Engine::ALL.into_iter();
    all.find(|engine| engine.name() == name).with_context(|| format!("no algorithm is called {name}"))
}

/// The equivalence that a report gives.
fn taken(equivalence: porf_report::Equivalence) -> Equivalence {
    match equivalence {
        porf_report::Equivalence::Co => Equivalence::Co,
        porf_report::Equivalence::Rf => Equivalence::Rf,
    }
}

/// Measures in this process and prints the result for [`measure_in_turn`] to read.
pub(crate) fn measure_here(arguments: &[String]) -> Result<()> {
    let request = Request::from_arguments(arguments)?;
    let measurement = if request.file.ends_with(".c") {
        measure_program(&request)?
    } else {
        measure_test(&request.file, &request.check)?
    };
    println!("{}", measurement.to_line());
    Ok(())
}

fn measure_test(file: &str, options: &CheckOptions<'_>) -> Result<Measurement> {
    let start = Instant::now();
    let source = std::fs::read_to_string(file)?;
    let loaded = LoadedTest::from_source(&source, UNROLL).map_err(|error| anyhow!("{file}: {error:?}"))?;
    let load_seconds = start.elapsed().as_secs_f64();
    let explored_from = processor_seconds()?;
    let report = check_test(file, &loaded, options)?;
    let seconds = processor_seconds()? - explored_from;
    Ok(Measurement {
        executions: report.executions + report.blocked,
        complete: report.executions,
        finished: report.stopped.is_none(),
        equivalence: taken(report.equivalence),
        engine: engine_named(&report.engine.name)?,
        symmetric: report.engine.symmetric_threads > 0,
        seconds,
        load_seconds,
        compile_seconds: 0.0,
        peak_megabytes: peak_megabytes()?,
    })
}

fn measure_program(request: &Request) -> Result<Measurement> {
    let Request { file, check, build, fails } = request;
    let mut loaded = LoadedProgram::from_files(&[PathBuf::from(file)], build)
        .map_err(|error| anyhow!("{file}: {error}"))?;
    let explored_from = processor_seconds()?;
    let report = check_program(&mut loaded, check)?.report;
    let seconds = processor_seconds()? - explored_from;
    ensure!(*fails || report.error.is_none(), "{file}: there is an error in the program");
    ensure!(!fails || report.error.is_some() || report.stopped.is_some(), "{file}: there is no error");
    Ok(Measurement {
        executions: report.executions + report.blocked,
        complete: report.executions,
        finished: report.stopped.is_none(),
        equivalence: taken(report.equivalence),
        engine: engine_named(&report.engine.name)?,
        symmetric: report.engine.symmetric_threads > 0,
        seconds,
        load_seconds: loaded.load_seconds,
        compile_seconds: loaded.compile_seconds,
        peak_megabytes: peak_megabytes()?,
    })
}

/// The best of several runs of each subject, one run of each after the other. Each run has a
/// process of its own, and nothing [long](LONG) runs twice.
pub(crate) fn measure_in_turn<const N: usize>(
    subjects: [&Subject<'_>; N],
    runs: u32,
) -> Result<[Measurement; N]> {
    let mut best = [None; N];
    for _ in 0..runs {
        for (subject, best) in subjects.iter().zip(&mut best) {
            if best.is_some_and(|best: Measurement| best.seconds > LONG) {
                continue;
            }
            let output = Command::new(std::env::current_exe()?).args(subject.arguments()).output()?;
            let run = measurement_in(subject, &output)?;
            *best = Some(best.map_or(run, |best| best.better(run)));
        }
    }
    let best: Option<Vec<Measurement>> = best.into_iter().collect();
    best.and_then(|best| best.try_into().ok()).context("at least one run")
}

/// Instructions an execution, as valgrind counts them. Loading does not count: the instructions of
/// a run of one execution are subtracted.
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

/// The measurement in the output of a process.
fn measurement_in(subject: &Subject<'_>, output: &Output) -> Result<Measurement> {
    if !output.status.success() {
        bail!("{}: {}", subject.file.display(), String::from_utf8_lossy(&output.stderr));
    }
    Measurement::from_line(&String::from_utf8_lossy(&output.stdout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_survive_the_way_between_processes() {
        for equivalence in Equivalence::ALL {
            let measurement = Measurement {
                executions: 362_880,
                complete: 362_000,
                finished: equivalence == Equivalence::Co,
                equivalence,
                engine: Engine::Graph,
                symmetric: true,
                seconds: 0.125,
                load_seconds: 1e-7,
                compile_seconds: 0.0,
                peak_megabytes: 3.5,
            };
            assert_eq!(Measurement::from_line(&measurement.to_line()).ok(), Some(measurement));
        }
        assert!(Measurement::from_line("1 1 true co 0.5").is_err());
    }
}
