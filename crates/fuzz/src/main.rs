//! `porf-fuzz SECONDS [FIRST-SEED]`: compares the engine with the oracle on random programs for that long, on all
//! cores, and prints the smallest failing program if there is one.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use porf_explore::ModelKind;
use porf_fuzz::compare;
use porf_oracle::{Profile, RandomProgram, shrink};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Some(Ok(seconds)), Ok(first_seed)) = (arguments.next(), arguments.next().unwrap_or(Ok(0))) else {
        eprintln!("usage: porf-fuzz SECONDS [FIRST-SEED]");
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
                    match compare(&program, &ModelKind::ALL) {
                        Ok(compared) => {
                            executions.fetch_add(compared, Ordering::Relaxed);
                        }
                        Err(_) if failed.swap(true, Ordering::Relaxed) => {}
                        Err(_) => report(seed, &program),
                    }
                }
            });
        }
    });
    let programs = next_seed.into_inner() - first_seed;
    println!(
        "{programs} random programs under each of the {} models with both schedules, {} executions compared, {:.0} s",
        ModelKind::ALL.len(),
        executions.into_inner(),
        started.elapsed().as_secs_f64()
    );
    if failed.into_inner() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn report(seed: u64, program: &RandomProgram) {
    println!("seed {seed} fails; shrinking");
    let smallest = shrink(program, |program| compare(program, &ModelKind::ALL).is_err());
    println!("{smallest}");
    if let Err(difference) = compare(&smallest, &ModelKind::ALL) {
        println!("{difference}");
    }
}
