//! `porf-fuzz [WHAT] SECONDS [FIRST-SEED]`: compares random programs for that long, on all cores,
//! and prints the smallest one that fails if there is one. `WHAT` selects the comparison:
//!
//! - no `WHAT`: the graph explorer with the oracle;
//! - `units`: the same with several explorers, which give each other as much of the work as they can;
//! - `trace`: the trace explorer with the oracle;
//! - `additions`: the graph explorer with the oracle up to the order of additions, on programs with
//!   counters;
//! - `libraries`: the graph explorer with the oracle, on programs that use pools, as clients of
//!   libraries do;
//! - `mutex`, `semaphore`, `exchanger`, `bag`, `event`, `queue`, `stack`, `once`: the same on clients of one kind of
//!   library, half of which have no memory accesses; for a mutex, the oracle's pools stand for the code;
//! - `registers`: the graph explorer with the oracle, on programs some of whose locations are objects of a
//!   library with axioms;
//! - `pools`: the same on programs whose pools are objects of a library with axioms;
//! - `symmetry`: the graph explorer with the oracle up to symmetry, on programs with symmetric
//!   threads;
//! - `helping`: programs whose threads help each other, with themselves if threads leave helping
//!   CASes to others;
//! - `c`: the tool chain for C with the oracle;
//! - `files`: the graph explorer under the shipped model files with the oracle;
//! - `corpus-files`: the C programs of the corpus under the shipped model files and under the
//!   built-in models; a seed is the place of a program in the corpus, and each is compared once;
//! - `large`: on larger programs, the graph explorer with itself under the finest equivalence, and
//!   with the trace explorer;
//! - `addresses`: programs whose threads compute with addresses, with themselves, with and without
//!   symmetry;
//! - `loops`: programs with loops, with themselves, with and without the passes that end loops;
//! - `whole`: all of porf with brute force, on C programs of many shapes. Features may follow the
//!   seed; then the programs have exactly these features.

use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use porf_explore::ModelKind;
use porf_fuzz::addresses::compare_addresses;
use porf_fuzz::corpus_files::{self, compare_corpus_program, corpus_programs};
use porf_fuzz::loops::compare_seeds;
use porf_fuzz::whole::{self, Feature};
use porf_fuzz::{
    ClientKind, Compiler, Tally, c_programs, client_program, client_program_of, compare, compare_additions,
    compare_engines, compare_equivalences, compare_interleavings, compare_mutexes, compare_registers,
    compare_specified_pools, compare_symmetry, compare_symmetry_of_large, compare_units, compare_with_files,
    counting_program, helping, mutex_program, register_program, shipped_models, specified_program,
};
use porf_testing::{CForm, Profile, RandomProgram, shrink};
use tempfile::TempDir;

/// A comparison, and the programs for it.
#[derive(Clone, Copy)]
struct Comparison {
    program: fn(u64, Profile) -> RandomProgram,
    /// Compares the program of a seed, or a smaller one to which it shrinks: the number of
    /// executions, or the difference.
    compare: fn(&RandomProgram, u64) -> Result<u64, String>,
}

const ENGINE: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_engine };
const UNITS: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_shared };
const TRACE: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_trace };
const ADDITIONS: Comparison = Comparison { program: counting_program, compare: compare_counting };
const LIBRARIES: Comparison = Comparison { program: client_program, compare: compare_engine };
const MUTEXES: Comparison = Comparison { program: mutex_program, compare: compare_locked };
const REGISTERS: Comparison = Comparison { program: register_program, compare: compare_specified };
const POOLS: Comparison = Comparison { program: specified_program, compare: compare_pools };
const SYMMETRY: Comparison = Comparison { program: symmetric_program, compare: compare_symmetric };
const HELPING: Comparison =
    Comparison { program: |seed, _| helping::from_seed(seed), compare: compare_helped };
const FILES: Comparison = Comparison { program: RandomProgram::from_seed, compare: compare_models_in_files };
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
        None => Ok(fuzz(ENGINE, &watch, first_seed)),
        Some("units") => Ok(fuzz(UNITS, &watch, first_seed)),
        Some("trace") => Ok(fuzz(TRACE, &watch, first_seed)),
        Some("additions") => Ok(fuzz(ADDITIONS, &watch, first_seed)),
        Some("libraries") => Ok(fuzz(LIBRARIES, &watch, first_seed)),
        Some("mutex") => Ok(fuzz(MUTEXES, &watch, first_seed)),
        Some("registers") => Ok(fuzz(REGISTERS, &watch, first_seed)),
        Some("pools") => Ok(fuzz(POOLS, &watch, first_seed)),
        Some("symmetry") => Ok(fuzz(SYMMETRY, &watch, first_seed)),
        Some("helping") => Ok(fuzz(HELPING, &watch, first_seed)),
        Some("c") => Ok(fuzz(C, &watch, first_seed)),
        Some("files") => Ok(fuzz(FILES, &watch, first_seed)),
        Some("corpus-files") => fuzz_corpus(&watch, first_seed),
        Some("large") => Ok(fuzz(LARGE, &watch, first_seed)),
        Some("addresses") => fuzz_files(&watch, first_seed, compare_addresses),
        Some("loops") => fuzz_loops(&watch, first_seed),
        Some("whole") => {
            let features: Result<Vec<Feature>, String> = arguments.map(|name| name.parse()).collect();
            features.and_then(|features| match features.is_empty() {
                true => fuzz_whole(&watch, first_seed, &Feature::ALL),
                false => fuzz_whole(&watch, first_seed, &features),
            })
        }
        Some(kind) => match ClientKind::ALL.iter().find(|it| it.to_string() == kind) {
            Some(&kind) => Ok(fuzz(clients(kind), &watch, first_seed)),
            None => return usage(),
        },
    };
    match failed {
        Ok(false) => ExitCode::SUCCESS,
        Ok(true) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The comparison of clients of one kind of pools.
fn clients(kind: ClientKind) -> Comparison {
    macro_rules! of {
        ($kind:ident) => {
            |seed, profile| client_program_of(ClientKind::$kind, seed, profile)
        };
    }
    let program: fn(u64, Profile) -> RandomProgram = match kind {
        ClientKind::Semaphore => of!(Semaphore),
        ClientKind::Exchanger => of!(Exchanger),
        ClientKind::Bag => of!(Bag),
        ClientKind::Event => of!(Event),
        ClientKind::Queue => of!(Queue),
        ClientKind::Stack => of!(Stack),
        ClientKind::Once => of!(Once),
    };
    Comparison { program, compare: compare_engine }
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: porf-fuzz [units|trace|additions|libraries|registers|pools|symmetry|helping|c|files|corpus-files|large|addresses|loops] SECONDS [FIRST-SEED]"
    );
    eprintln!("       porf-fuzz mutex|semaphore|exchanger|bag|event|queue|stack|once SECONDS [FIRST-SEED]");
    eprintln!("       porf-fuzz whole SECONDS [FIRST-SEED [FEATURE...]]");
    ExitCode::from(2)
}

/// Decides when to stop: when the time is over, everything was compared, or a comparison has failed.
struct Watch {
    started: Instant,
    duration: Duration,
    finished: AtomicBool,
    failed: AtomicBool,
}

impl Watch {
    fn new(seconds: u64) -> Self {
        let duration = Duration::from_secs(seconds);
        let [finished, failed] = [false, false].map(AtomicBool::new);
        Self { started: Instant::now(), duration, finished, failed }
    }

    /// Does the work again and again, on all cores, and returns whether a comparison failed.
    fn repeat(&self, work: impl Fn() + Sync) -> bool {
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while self.goes_on() {
                        work();
                    }
                });
            }
        });
        self.failed.load(Ordering::Relaxed)
    }

    fn goes_on(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        self.started.elapsed() < self.duration && !is_set(&self.finished) && !is_set(&self.failed)
    }

    /// Ends the work, since everything was compared.
    fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Records that a comparison has failed, and returns whether it is the first one.
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

/// Compares random C programs, many at a time.
fn fuzz_files<T: Tally>(
    watch: &Watch,
    first_seed: u64,
    compare: impl Fn(Range<u64>, &Path) -> Result<T, String> + Sync,
) -> Result<bool, String> {
    const AT_A_TIME: u64 = 100;
    const BETWEEN_WORDS: Duration = Duration::from_secs(60);
    let next_seed = AtomicU64::new(first_seed);
    let total = Mutex::new((T::default(), Instant::now()));
    let directory = scratch_directory()?;
    let say = |total: &T| println!("{total}, {:.0} s", watch.started.elapsed().as_secs_f64());
    let failed = watch.repeat(|| {
        let seed = next_seed.fetch_add(AT_A_TIME, Ordering::Relaxed);
        let scratch = directory.path().join(format!("{seed}.c"));
        match compare(seed..seed + AT_A_TIME, &scratch) {
            Ok(compared) => {
                if let Ok(mut total) = total.lock() {
                    total.0.merge(&compared);
                    if total.1.elapsed() > BETWEEN_WORDS {
                        say(&total.0);
                        total.1 = Instant::now();
                    }
                }
            }
            Err(failure) if watch.fails() => println!("{failure}"),
            Err(_) => {}
        }
    });
    if let Ok((total, _)) = total.into_inner() {
        say(&total);
    }
    Ok(failed)
}

/// A directory for the programs that are compiled. It is removed when it is dropped.
fn scratch_directory() -> Result<TempDir, String> {
    let directory = tempfile::Builder::new().prefix("porf-fuzz-").tempdir();
    directory.map_err(|error| format!("cannot create a temporary directory: {error}"))
}

fn fuzz_loops(watch: &Watch, first_seed: u64) -> Result<bool, String> {
    const MOST_EXECUTIONS: u64 = 20_000;
    let compiler = Compiler::find()?;
    fuzz_files(watch, first_seed, |seeds, scratch| {
        let compared = compare_seeds(&compiler, seeds, MOST_EXECUTIONS, scratch);
        compared.map_err(|failure| failure.to_string())
    })
}

fn fuzz_whole(watch: &Watch, first_seed: u64, features: &[Feature]) -> Result<bool, String> {
    let bench = whole::Bench::find()?;
    fuzz_files(watch, first_seed, |seeds, scratch| {
        bench.compare_seeds(seeds, features, scratch).map_err(|failure| failure.to_string())
    })
}

/// Compares each program of the corpus once, as far as time allows.
fn fuzz_corpus(watch: &Watch, first_seed: u64) -> Result<bool, String> {
    const PATIENCE: Duration = Duration::from_secs(1);
    // The others are compared on random programs.
    const MODELS: [ModelKind; 3] = [ModelKind::Sc, ModelKind::Tso, ModelKind::Rc11];
    // So many comparisons at least must come to an end for each one that does not.
    const DECIDED: u64 = 5;
    let models: Vec<_> = shipped_models().into_iter().filter(|(kind, _)| MODELS.contains(kind)).collect();
    let programs = corpus_programs()?;
    let (next, differs) = (AtomicU64::new(0), AtomicBool::new(false));
    let total = Mutex::new(corpus_files::Compared::default());
    watch.repeat(|| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= programs.len() as u64 {
            return watch.finish();
        }
        let place = (first_seed + number) % programs.len() as u64;
        match compare_corpus_program(&programs[place as usize], &models, PATIENCE) {
            Ok(compared) => {
                if let Ok(mut total) = total.lock() {
                    total.merge(&compared);
                }
            }
            Err(differences) => {
                println!("{differences}");
                differs.store(true, Ordering::Relaxed);
            }
        }
    });
    let total = total.into_inner().map_err(|_| "a comparison has panicked")?;
    total.only_errors.iter().for_each(|name| println!("only errors: {name}"));
    total.undecided.iter().for_each(|name| println!("undecided: {name}"));
    println!("{total}, {:.0} s", watch.started.elapsed().as_secs_f64());
    match total.comparisons >= DECIDED * (total.only_errors.len() + total.undecided.len()) as u64 {
        true => Ok(differs.into_inner()),
        false => Err("too many comparisons did not come to an end".to_owned()),
    }
}

fn compare_models_in_files(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_with_files(program, &shipped_models()).map_err(|difference| difference.to_string())
}

fn compare_engine(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare(program, &ModelKind::ALL).map_err(|difference| difference.to_string())
}

fn compare_shared(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_units(program, &ModelKind::ALL).map_err(|difference| difference.to_string())
}

fn compare_specified(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_registers(program).map_err(|difference| difference.to_string())
}

fn compare_pools(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_specified_pools(program).map_err(|difference| difference.to_string())
}

fn compare_locked(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_mutexes(program).map_err(|difference| difference.to_string())
}

fn compare_trace(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_interleavings(program).map_err(|difference| difference.to_string())
}

fn compare_counting(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
    compare_additions(program).map_err(|difference| difference.to_string())
}

/// Whether the program of the seed is a larger one: one time in four.
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
fn compare_helped(program: &RandomProgram, _seed: u64) -> Result<u64, String> {
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
    let directory = scratch_directory()?;
    let scratch = directory.path().join("program.c");
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
