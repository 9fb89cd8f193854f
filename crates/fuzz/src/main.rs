//! `porf-fuzz [c|large] SECONDS [FIRST-SEED]`: compares the engine, or with `c` the whole tool chain for C, with the oracle on
//! random programs for that long, on all cores, and prints the smallest failing program if there is one. With `large`, the
//! engine is compared with itself under the finest equivalence, on larger programs.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use porf_explore::ModelKind;
use porf_fuzz::{c_programs, compare, compare_equivalences};
use porf_oracle::{CForm, Profile, RandomProgram, shrink};

/// What is compared on what.
#[derive(Clone, Copy)]
struct Comparison {
    program: fn(u64, Profile) -> RandomProgram,
    /// Compares the program of a seed, or a smaller one that it shrinks to: how many executions, or what differs.
    compare: fn(&RandomProgram, u64) -> Result<u64, String>,
}

const ENGINE: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_engine };
const LARGE: Comparison = Comparison { program: RandomProgram::large_from_seed, compare: compare_large };
const C: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_c };

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let comparison = match arguments.next_if(|argument| argument == "c" || argument == "large").as_deref() {
        Some("c") => C,
        Some(_) => LARGE,
        None => ENGINE,
    };
    let mut numbers = arguments.map(|argument| argument.parse::<u64>());
    let (Some(Ok(seconds)), Ok(first_seed)) = (numbers.next(), numbers.next().unwrap_or(Ok(0))) else {
        eprintln!("usage: porf-fuzz [c|large] SECONDS [FIRST-SEED]");
        return ExitCode::from(2);
    };
    let started = Instant::now();
    let duration = Duration::from_secs(seconds);
    let next_seed = AtomicU64::new(first_seed);
    let executions = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while started.elapsed() < duration && !failed.load(Ordering::Relaxed) {
                    let seed = next_seed.fetch_add(1, Ordering::Relaxed);
                    let profile = Profile::ALL[seed as usize % Profile::ALL.len()];
                    let program = (comparison.program)(seed, profile);
                    match (comparison.compare)(&program, seed) {
                        Ok(compared) => {
                            executions.fetch_add(compared, Ordering::Relaxed);
                        }
                        Err(_) if failed.swap(true, Ordering::Relaxed) => {}
                        Err(_) => report(seed, &program, comparison),
                    }
                }
            });
        }
    });
    let programs = next_seed.into_inner() - first_seed;
    println!(
        "{programs} random programs under each of the {} models, both equivalences and with both schedules, {} executions compared, {:.0} s",
        ModelKind::ALL.len(),
        executions.into_inner(),
        started.elapsed().as_secs_f64()
    );
    if failed.into_inner() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn compare_engine(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare(program, &ModelKind::ALL).map_err(|difference| difference.to_string())
}

fn compare_large(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_equivalences(program, &ModelKind::ALL).map_err(|difference| difference.to_string())
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
