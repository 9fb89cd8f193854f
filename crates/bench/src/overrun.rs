//! The overrun of explorations: the time that they go on beyond their limit.
//!
//! Every C program of the corpus, and every one in the directories that the environment variable
//! `PORF_CASES` names, is explored until a deadline, under every model, with both equivalences and
//! the default, by both engines. An exploration with too large an overrun is tried again: the
//! machine may have been busy with something else.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use porf_driver::{BuildOptions, CheckOptions, LoadedProgram, check_program};
use porf_explore::{Engine, Equivalence, ModelKind, Options};

use crate::bench::Bench;
use crate::target::met;

/// The limits of explorations.
const LIMITS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];
/// The longest overrun that is allowed.
const MOST: Duration = Duration::from_millis(200);
const RUNS: u32 = 3;

/// Prints the explorations with a longer overrun than allowed, and the longest.
pub(crate) fn run(_bench: &mut Bench) -> Result<()> {
    println!("Explorations beyond their limit, least of {RUNS} if more than {} ms", MOST.as_millis());
    let mut programs = Vec::new();
    collect_programs(&Bench::corpus("c"), &mut programs);
    for directory in std::env::var_os("PORF_CASES").iter().flat_map(std::env::split_paths) {
        collect_programs(&directory, &mut programs);
    }
    programs.sort();
    let (mut explorations, mut stopped, mut longest) = (0, 0, (Duration::ZERO, String::new()));
    for program in &programs {
        // A program that does not compile by itself is not measured.
        let options = BuildOptions::default();
        let Ok(mut loaded) = LoadedProgram::from_files(std::slice::from_ref(program), &options) else {
            continue;
        };
        for (engine, equivalence, model) in ways() {
            for limit in LIMITS {
                let mut options = CheckOptions { timeout: Some(limit), ..CheckOptions::new(model) };
                options.explore = Options { engine, equivalence, keep_going: true, ..options.explore };
                explorations += 1;
                let Some(over) = overrun(&mut loaded, &options, limit) else { break };
                stopped += 1;
                let name = format!(
                    "{} {} {} {}",
                    program.display(),
                    model.name(),
                    equivalence.map_or("auto", Equivalence::name),
                    engine.map_or("auto", Engine::name)
                );
                if over > MOST {
                    println!("{name}: {} ms", over.as_millis());
                }
                longest = longest.max((over, name));
            }
        }
    }
    println!(
        "{explorations} explorations of {} programs, {stopped} stopped; longest {} ms ({}), asked for {}: {}",
        programs.len(),
        longest.0.as_millis(),
        longest.1,
        MOST.as_millis(),
        met(longest.0 <= MOST)
    );
    Ok(())
}

/// The ways to explore a program.
fn ways() -> impl Iterator<Item = (Option<Engine>, Option<Equivalence>, ModelKind)> {
    let equivalences = [None, Some(Equivalence::Co), Some(Equivalence::Rf)];
    let graph = equivalences.into_iter().flat_map(|equivalence| {
        ModelKind::ALL.into_iter().map(move |model| (Some(Engine::Graph), equivalence, model))
    });
    graph.chain([(Some(Engine::Trace), None, ModelKind::Sc)])
}

/// The overrun of an exploration; `None` if it ends before its limit. If the overrun is too large,
/// the least of several tries.
fn overrun(loaded: &mut LoadedProgram, options: &CheckOptions<'_>, limit: Duration) -> Option<Duration> {
    let mut least: Option<Duration> = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        let checked = check_program(loaded, options).ok()?;
        let over = start.elapsed().saturating_sub(limit);
        checked.report.stopped?;
        least = Some(least.map_or(over, |least| least.min(over)));
        if over <= MOST {
            break;
        }
    }
    least
}

/// Collects the C programs below a directory. A directory that does not exist has none.
fn collect_programs(directory: &Path, programs: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            collect_programs(&path, programs);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            programs.push(path);
        }
    }
}
