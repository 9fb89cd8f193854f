//! The automatic choice of the equivalence where threads are symmetric or may wait, by measuring.
//!
//! Reads-from equivalence has at most as many executions as coherence orders have. But symmetric
//! threads count as one only where coherence orders are distinguished, and threads that wait may
//! idle in vain where they are not. Which of the two saves more depends on the program. Exploration
//! begins with coherence orders. Where a write first has a choice of places, exploration changes to
//! reads-from equivalence, unless threads are symmetric, await values or have loops. If they do, and
//! exploration turns out to take more than a few milliseconds, the work of both
//! equivalences is estimated from random paths through their trees of choices. Exploration restarts
//! with the cheaper equivalence. Estimates can be wrong by orders of magnitude, mostly too low. So
//! exploration changes to reads-from equivalence after all if it takes much more work than
//! estimated.
//!
//! Work is counted in events, never in time, and the seed of the random paths is fixed. So the
//! choice is the same in every run.

use porf_program::Program;

use crate::graph_explorer::GraphExplorer;
use crate::options::{Equivalence, Liveness, Options};
use crate::restart::{Change, Knowledge, Manner};
use crate::sink::Ignore;
use crate::with_model;

/// The work, in events, after which the equivalences are measured: a few milliseconds.
pub(crate) const WORK_BEFORE_MEASURING: u64 = 300_000;

/// The work of the random paths for one equivalence.
const WORK_OF_PATHS: u64 = 150_000;

const SEED: u64 = 1;

/// The number of facts about the program that random paths may find before they are given up.
const MOST_CHANGES: usize = 64;

/// The time of an event with reads-from equivalence, compared with one with coherence orders, where
/// witness orders have to be looked for.
const COST_OF_WITNESSES: f64 = 1.5;

/// The ratio of the work of exploration to the estimate at which the estimate was wrong.
const WRONG: f64 = 8.0;

/// Takes the equivalence for which less work is estimated.
pub(crate) fn measure<P: Program>(
    program: &P,
    options: &Options<'_>,
    manner: &mut Manner,
    knowledge: &Knowledge,
) {
    let [ordered, unordered] =
        Equivalence::ALL.map(|equivalence| estimate_work(program, options, knowledge, equivalence));
    let unordered = COST_OF_WITNESSES * unordered;
    match ordered <= unordered {
        true => manner.trust_until(WRONG * unordered),
        false => manner.change(Change::Unorder),
    }
}

/// The estimated work of exploring everything with an equivalence.
fn estimate_work<P: Program>(
    program: &P,
    options: &Options<'_>,
    knowledge: &Knowledge,
    equivalence: Equivalence,
) -> f64 {
    let options = Options { liveness: Liveness::Ignored, ..options.clone() };
    let mut manner = Manner::new(Some(equivalence));
    let mut knowledge = knowledge.clone();
    for _ in 0..MOST_CHANGES {
        let estimated = with_model!(options.model, model => {
            GraphExplorer::new(program, model, &options, &manner, &mut knowledge, &mut Ignore)
                .estimate_work(SEED, WORK_OF_PATHS)
        });
        match estimated {
            Ok(work) => return work,
            Err(change) => {
                manner.change(change);
                knowledge.begin(change == Change::Learn);
            }
        }
    }
    f64::INFINITY
}
