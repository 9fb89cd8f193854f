//! `porf-fuzz [c] SECONDS [FIRST-SEED]`: compares the engine, or with `c` the whole tool chain for C, with the oracle on
//! random programs for that long, on all cores, and prints the smallest failing program if there is one.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use porf_explore::ModelKind;
use porf_fuzz::{c_programs, compare};
use porf_oracle::{CForm, Profile, RandomProgram, shrink};

/// Compares the program of a seed, or a smaller one that it shrinks to: how many executions, or what differs.
type Comparison = fn(&RandomProgram, u64) -> Result<u64, String>;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let comparison: Comparison = match arguments.next_if(|argument| argument == "c") {
        Some(_) => compare_c,
        None => compare_engine,
    };
    let mut numbers = arguments.map(|argument| argument.parse::<u64>());
    let (Some(Ok(seconds)), Ok(first_seed)) = (numbers.next(), numbers.next().unwrap_or(Ok(0))) else {
        eprintln!("usage: porf-fuzz [c] SECONDS [FIRST-SEED]");
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
                    let program = RandomProgram::from_seed(seed, profile);
                    match comparison(&program, seed) {
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

fn compare_c(program: &RandomProgram, seed: u64) -> Result<u64, String> {
    // The number of profiles is odd, so each of them gets both forms.
    let form = CForm::from_seed(seed);
    let scratch = std::env::temp_dir().join(format!("porf-fuzz-{}-{seed}.c", std::process::id()));
    c_programs::compare(program, form, &scratch)
        .map_err(|difference| format!("{}\n{difference}", program.to_c(form)))
}

fn report(seed: u64, program: &RandomProgram, comparison: Comparison) {
    println!("seed {seed} fails; shrinking");
    let smallest = shrink(program, |program| comparison(program, seed).is_err());
    println!("{smallest}");
    if let Err(difference) = comparison(&smallest, seed) {
        println!("{difference}");
    }
}
