//! Programs explored in parts: the results are those of one explorer, in whatever parts the work is shared. Long runs
//! (`PORF_UNITS=1`) explore the whole corpus so, in `programs.rs` and `corpus.rs`.

mod files;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use porf_driver::{BuildOptions, CheckOptions, LoadedProgram, check_program};
use porf_explore::{Cores, Limits, ModelKind, Options, Splitting};
use porf_report::{ErrorReport, Place};

use files::files_below;

/// Of so many programs of the corpus, one is explored here.
const ONE_OF: usize = 8;

/// Programs whose exploration restarts on the way because of facts about them.
const RESTARTING: [&str; 10] = [
    "awaits/fig6",
    "awaits/safestack",
    "locks/filter",
    "locks/rwlock-cas",
    "spinloops/clients-of-a-stack",
    "spinloops/displaced-before-wait",
    "spinloops/proposals",
    "spinloops/tally",
    "symmetry/handles",
    "symmetry/partial-join",
];

/// How often each of them is explored.
const RUNS: usize = 20;

/// Programs with more executions take too long here.
const MOST_EXECUTIONS: u64 = 3000;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c");
    let trial = |name: String, path: PathBuf, runs| Trial::test(name, move || compare(&path, runs));
    let mut trials = Vec::new();
    // Some programs need a library, or say in macros what to do.
    let needs_options =
        |path: &&PathBuf| path.starts_with(root.join("libraries")) || path.ends_with("spinloops/forms.c");
    for path in files_below(&root, "c").iter().filter(|path| !needs_options(path)).step_by(ONE_OF) {
        let below = path.strip_prefix(&root).unwrap_or(path).display();
        trials.push(trial(format!("{below}"), path.clone(), 1));
    }
    for name in RESTARTING {
        trials.push(trial(format!("{name}, which restarts"), root.join(name).with_extension("c"), RUNS));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// What does not depend on the order of exploration.
#[derive(PartialEq, Debug)]
struct Findings {
    verdict: String,
    /// The complete and the blocked executions, unless exploration stopped early.
    counts: Option<(u64, u64)>,
    errors: BTreeSet<(String, PlaceInFile)>,
    warnings: BTreeSet<(String, PlaceInFile)>,
}

type PlaceInFile = (Option<u32>, Option<u32>);

fn compare(path: &Path, runs: usize) -> Result<(), Failed> {
    let build = BuildOptions { clang_options: vec!["-DN=2".into()], ..BuildOptions::default() };
    let mut loaded = LoadedProgram::from_files(&[path.to_owned()], &build)?;
    let cores = Cores::with_splitting(3, Splitting::Always);
    for model in [ModelKind::Sc, ModelKind::Rc11] {
        let alone = findings(&mut loaded, model, None)?;
        if alone.counts.is_none() {
            continue;
        }
        for _ in 0..runs {
            let shared = findings(&mut loaded, model, Some(&cores))?;
            if shared != alone {
                return Err(format!("{model}: {shared:?} in parts, but {alone:?}").into());
            }
        }
    }
    Ok(())
}

fn findings(loaded: &mut LoadedProgram, model: ModelKind, cores: Option<&Cores>) -> Result<Findings, Failed> {
    let usual = CheckOptions::new(model);
    let explore = Options {
        keep_going: true,
        limits: Limits { max_executions: Some(MOST_EXECUTIONS), ..Limits::default() },
        ..usual.explore
    };
    let report = check_program(loaded, &CheckOptions { explore, cores, ..usual })?.report;
    let place = |place: Place| (place.line, place.column);
    let error = |error: &ErrorReport| (error.kind.to_string(), place(error.place));
    Ok(Findings {
        verdict: report.verdict.to_string(),
        counts: report.stopped.is_none().then_some((report.executions, report.blocked)),
        errors: report.error.iter().chain(&report.more_errors).map(error).collect(),
        warnings: report.warnings.iter().map(|it| (it.kind.to_string(), place(it.place))).collect(),
    })
}
