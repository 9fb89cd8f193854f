//! Some quick C programs of the corpus under the shipped model files and under the built-in models:
//! equal sets of executions, equal errors. `porf-fuzz corpus-files` compares all programs.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use porf_explore::ModelKind;
use porf_fuzz::corpus_files::{Compared, CorpusProgram, compare_corpus_program, corpus_programs};
use porf_fuzz::{Tally, shipped_models};

/// Programs of all directories, with locks, barriers, allocation, loops, accesses of mixed sizes, and
/// with errors of several kinds.
const PROGRAMS: [&str; 34] = [
    "additions/told.c",
    "awaits/fig2.c",
    "awaits/fig6.c --unroll 2",
    "awaits/unordered.c",
    "errors/data-race-atomic-plain.c",
    "errors/data-race-neighbours.c",
    "errors/deadlock-lock-order.c",
    "errors/keep-going.c",
    "errors/mixed-sizes-plain.c",
    "errors/unordered-allocation.c",
    "language/atomic-blocks.c",
    "language/nondeterministic-values.c",
    "language/read-modify-writes.c",
    "language/thread-results.c",
    "language/weak-compare-exchange.c",
    "libraries/counter.c -DN=3 --library counter",
    "liveness/generation.c",
    "liveness/last-write.c",
    "locks/barrier-rounds.c",
    "locks/c11-condition.c",
    "locks/dekker.c",
    "locks/peterson.c",
    "locks/seqlock.c",
    "locks/ttas.c",
    "models/cpp20.c -DORDER",
    "spinloops/failed-value-kept.c",
    "spinloops/peeled-orderings.c",
    "spinloops/mpmc-queue.c -DREUSE",
    "structures/arc.c",
    "structures/rcu-publish.c",
    "structures/spsc-ring.c",
    "symmetry/w-r-r.c",
    "tables/exponential-bug.c",
    "tables/readers.c",
];

/// So long may an exploration take, which ends much sooner.
const PATIENCE: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    let corpus = corpus_programs().unwrap_or_else(|message| panic!("{message}"));
    let models = Arc::new(shipped_models());
    let total = Arc::new(Mutex::new(Compared::default()));
    let trial = |name: &str| {
        let program = corpus.iter().find(|program| program.to_string() == name);
        let program = program.unwrap_or_else(|| panic!("{name} is not in the corpus")).clone();
        let (models, total) = (Arc::clone(&models), Arc::clone(&total));
        Trial::test(name, move || {
            let compared = compare_corpus_program(&program, &models, PATIENCE).map_err(Failed::from)?;
            if let Some(name) = compared.only_errors.iter().chain(&compared.undecided).next() {
                return Err(format!("{name}: there are too many executions").into());
            }
            total.lock().map_err(|_| "another trial has failed")?.merge(&compared);
            Ok(())
        })
    };
    let trials = PROGRAMS.into_iter().map(trial).chain([other_model(&corpus)]).collect();
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    if conclusion.has_failed() {
        return conclusion.exit_code();
    }
    let total = total.lock().expect("no trial has failed");
    // Unless only some of them were asked for.
    if total.programs() == PROGRAMS.len() as u64 {
        assert!(total.executions > 1_000, "{total}");
    }
    ExitCode::SUCCESS
}

/// The comparison tells two models apart: the file of C++20 is not that of RC11.
fn other_model(corpus: &[CorpusProgram]) -> Trial {
    let program = corpus.iter().find(|program| program.to_string() == "models/cpp20.c -DORDER");
    let program = program.expect("it is one of the programs").clone();
    Trial::test("models/cpp20.c -DORDER under the file of another model", move || {
        let file = shipped_models().into_iter().find(|(kind, _)| *kind == ModelKind::Cpp20);
        let models = file.map(|(_, file)| (ModelKind::Rc11, file));
        match compare_corpus_program(&program, models.as_slice(), PATIENCE) {
            Ok(compared) => Err(format!("no difference in {compared}").into()),
            Err(_) => Ok(()),
        }
    })
}
