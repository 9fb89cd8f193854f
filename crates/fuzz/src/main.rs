//! `porf-fuzz [trace|symmetry|helping|c|large|loops|whole] SECONDS [FIRST-SEED]`: compares the graph explorer, with `trace` the trace explorer, or
//! with `c` the whole tool chain for C, with the oracle on random programs for that long, on all cores, and prints the smallest
//! failing program if there is one. With `symmetry`, the graph explorer is compared up to symmetry, on programs with threads that do
//! the same. With `helping`, programs whose threads help each other are compared with themselves if they leave that to others. With
//! `large`, the graph explorer is compared with itself under the finest equivalence and with the trace explorer, on larger programs. With
//! `loops`, programs with loops are compared with themselves, with and without the passes that end loops. With `whole`, all of
//! porf is compared with brute force on C programs of many shapes; features may follow the seed, which are then those of the programs.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use porf_explore::ModelKind;
use porf_fuzz::loops::{Statistics, ToolChain, compare_seeds};
use porf_fuzz::whole::{self, Feature};
use porf_fuzz::{
    c_programs, compare, compare_engines, compare_equivalences, compare_interleavings, compare_symmetry,
    compare_symmetry_of_large, helping,
};
use porf_oracle::{CForm, Profile, RandomProgram, shrink};

/// What is compared on what.
#[derive(Clone, Copy)]
struct Comparison {
    program: fn(u64, Profile) -> RandomProgram,
    /// Compares the program of a seed, or a smaller one that it shrinks to: how many executions, or what differs.
    compare: fn(&RandomProgram, u64) -> Result<u64, String>,
}

const ENGINE: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_engine };
const TRACE: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_trace };
const SYMMETRY: Comparison = Comparison { program: symmetric_program, compare: compare_symmetric };
const HELPING: Comparison =
    Comparison { program: |seed, _| helping::from_seed(seed), compare: compare_helps };
const LARGE: Comparison = Comparison { program: RandomProgram::large_from_seed, compare: compare_large };
const C: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_c };

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let mode = arguments.next_if(|argument| argument.parse::<u64>().is_err());
    let mut number = || arguments.next().map(|argument| argument.parse::<u64>());
    let (Some(Ok(seconds)), Ok(first_seed)) = (number(), number().unwrap_or(Ok(0))) else {
        return usage();
    };
    let watch = Watch::new(seconds);
    let failed = match mode.as_deref() {
        None => fuzz(ENGINE, &watch, first_seed),
        Some("trace") => fuzz(TRACE, &watch, first_seed),
        Some("symmetry") => fuzz(SYMMETRY, &watch, first_seed),
        Some("helping") => fuzz(HELPING, &watch, first_seed),
        Some("c") => fuzz(C, &watch, first_seed),
        Some("large") => fuzz(LARGE, &watch, first_seed),
        Some("loops") => fuzz_loops(&watch, first_seed),
        Some("whole") => match arguments.map(|name| name.parse()).collect::<Result<Vec<Feature>, String>>() {
            Ok(features) => fuzz_whole(&watch, first_seed, features),
            Err(message) => {
                eprintln!("{message}");
                return usage();
            }
        },
        Some(_) => return usage(),
    };
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn usage() -> ExitCode {
    eprintln!("usage: porf-fuzz [trace|symmetry|helping|c|large|loops] SECONDS [FIRST-SEED]");
    eprintln!("       porf-fuzz whole SECONDS [FIRST-SEED [FEATURE...]]");
    ExitCode::from(2)
}

/// Says when to stop: when the time is over, or something has failed.
struct Watch {
    started: Instant,
    duration: Duration,
    failed: AtomicBool,
}

impl Watch {
    fn new(seconds: u64) -> Self {
        let duration = Duration::from_secs(seconds);
        Self { started: Instant::now(), duration, failed: AtomicBool::new(false) }
    }

    /// Does something again and again, on all cores. Whether it failed in the end.
    fn repeat(&self, work: impl Fn() + Sync) -> bool {
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while self.started.elapsed() < self.duration && !self.failed.load(Ordering::Relaxed) {
                        work();
                    }
                });
            }
        });
        self.failed.load(Ordering::Relaxed)
    }

    /// Notes that something has failed. Whether it is the first time.
    fn fails(&self) -> bool {
        !self.failed.swap(true, Ordering::Relaxed)
    }
}

/// Compares random programs for the oracle.
fn fuzz(comparison: Comparison, watch: &Watch, first_seed: u64) -> bool {
    let next_seed = AtomicU64::new(first_seed);
    let executions = AtomicU64::new(0);
    let failed = watch.repeat(|| {
        let seed = next_seed.fetch_add(1, Ordering::Relaxed);
        let profile = Profile::ALL[seed as usize % Profile::ALL.len()];
        let program = (comparison.program)(seed, profile);
        match (comparison.compare)(&program, seed) {
            Ok(compared) => {
                executions.fetch_add(compared, Ordering::Relaxed);
            }
            Err(_) if watch.fails() => report(seed, &program, comparison),
            Err(_) => {}
        }
    });
    let programs = next_seed.into_inner() - first_seed;
    println!(
        "{programs} random programs, {} executions compared, {:.0} s",
        executions.into_inner(),
        watch.started.elapsed().as_secs_f64()
    );
    failed
}

/// Compares random programs with loops, many at a time.
fn fuzz_loops(watch: &Watch, first_seed: u64) -> bool {
    const AT_A_TIME: u64 = 100;
    const MOST_EXECUTIONS: u64 = 20_000;
    let tool_chain = match ToolChain::find() {
        Ok(tool_chain) => tool_chain,
        Err(message) => {
            eprintln!("{message}");
            return true;
        }
    };
    let next_seed = AtomicU64::new(first_seed);
    let statistics = Mutex::new(Statistics::default());
    let failed = watch.repeat(|| {
        let seed = next_seed.fetch_add(AT_A_TIME, Ordering::Relaxed);
        let scratch = std::env::temp_dir().join(format!("porf-fuzz-{}-{seed}.c", std::process::id()));
        match compare_seeds(&tool_chain, seed..seed + AT_A_TIME, MOST_EXECUTIONS, &scratch) {
            Ok(compared) => {
                if let Ok(mut statistics) = statistics.lock() {
                    statistics.merge(&compared);
                }
            }
            Err(failure) if watch.fails() => println!("{failure}"),
            Err(_) => {}
        }
    });
    if let Ok(statistics) = statistics.into_inner() {
        println!("{statistics}, {:.0} s", watch.started.elapsed().as_secs_f64());
    }
    failed
}

/// Compares C programs of many shapes with brute force, many at a time.
fn fuzz_whole(watch: &Watch, first_seed: u64, features: Vec<Feature>) -> bool {
    const AT_A_TIME: u64 = 100;
    const BETWEEN_WORDS: Duration = Duration::from_secs(60);
    let bench = match whole::Bench::find() {
        Ok(bench) => bench,
        Err(message) => {
            eprintln!("{message}");
            return true;
        }
    };
    let features = if features.is_empty() { Feature::ALL.to_vec() } else { features };
    let next_seed = AtomicU64::new(first_seed);
    let totals = Mutex::new((whole::Statistics::default(), Instant::now()));
    let failed = watch.repeat(|| {
        let seed = next_seed.fetch_add(AT_A_TIME, Ordering::Relaxed);
        let scratch = std::env::temp_dir().join(format!("porf-fuzz-{}-{seed}.c", std::process::id()));
        match bench.compare_seeds(seed..seed + AT_A_TIME, &features, &scratch) {
            Ok(compared) => {
                if let Ok(mut totals) = totals.lock() {
                    totals.0.merge(&compared);
                    if totals.1.elapsed() > BETWEEN_WORDS {
                        println!("{}, {:.0} s", totals.0, watch.started.elapsed().as_secs_f64());
                        totals.1 = Instant::now();
                    }
                }
            }
            Err(failure) if watch.fails() => println!("{failure}"),
            Err(_) => {}
        }
    });
    if let Ok((statistics, _)) = totals.into_inner() {
        println!("{statistics}, {:.0} s", watch.started.elapsed().as_secs_f64());
    }
    failed
}

fn compare_engine(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare(program, &ModelKind::ALL).map_err(|difference| difference.to_string())
}

fn compare_trace(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_interleavings(program).map_err(|difference| difference.to_string())
}

/// A larger program one time in four.
fn is_large(seed: u64) -> bool {
    seed.is_multiple_of(4)
}

fn symmetric_program(seed: u64, profile: Profile) -> RandomProgram {
    match is_large(seed) {
        true => RandomProgram::large_symmetric_from_seed(seed, profile),
        false => RandomProgram::symmetric_from_seed(seed, profile),
    }
}

fn compare_symmetric(program: &RandomProgram, seed: u64) -> Result<u64, String> {
    let compared = match is_large(seed) {
        true => compare_symmetry_of_large(program),
        false => compare_symmetry(program),
    };
    compared.map_err(|difference| difference.to_string())
}

/// Compares outcomes, not executions.
fn compare_helps(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    let compared = ModelKind::ALL.into_iter().map(|model| {
        let outcomes = helping::compare_helping(program, model).map_err(|lost| lost.to_string())?;
        Ok(outcomes.unwrap_or(0) as u64)
    });
    compared.sum()
}

fn compare_large(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    let equivalences = compare_equivalences(program, &ModelKind::ALL);
    let compared = equivalences.and_then(|executions| Ok(executions + compare_engines(program)?));
    compared.map_err(|difference| difference.to_string())
}

fn compare_c(program: &RandomProgram, seed: u64) -> Result<u64, String> {
    // One form after the other for each profile.
    let form = CForm::from_seed(seed / Profile::ALL.len() as u64);
    let scratch = std::env::temp_dir().join(format!("porf-fuzz-{}-{seed}.c", std::process::id()));
    c_programs::compare(program, form, &scratch)
        .map_err(|difference| format!("{}\n{difference}", program.to_c(form)))
}

fn report(seed: u64, program: &RandomProgram, comparison: Comparison) {
    println!("seed {seed} fails; shrinking");
    let smallest = shrink(program, |program| (comparison.compare)(program, seed).is_err());
    println!("{smallest}");
    if let Err(difference) = (comparison.compare)(&smallest, seed) {
        println!("{difference}");
    }
}
