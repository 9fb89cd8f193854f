//! Compares what can come of a program with and without the passes that end loops.

use std::fmt;

use porf_explore::{Equivalence, ModelKind, Options};

use super::outcome::{Explored, Outcome, outcomes};
use super::program::LoopProgram;
use super::toolchain::{Compiled, Passes, Runnable, ToolChain};

/// How many more times loops may go round without the passes than with them.
const MORE_ITERATIONS: u32 = 2;

/// A way in which the passes matter that they should not.
#[derive(Debug)]
pub enum LoopDifference {
    /// The program is not taken.
    Rejected(String),
    /// Something can come of the program only without the passes, or only with them.
    Outcome {
        /// Under which model.
        model: ModelKind,
        /// Under which equivalence.
        equivalence: Equivalence,
        /// What it is.
        outcome: Outcome,
        /// With which passes it is found.
        found_with: Passes,
    },
}

impl fmt::Display for LoopDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(message) => write!(f, "rejected: {message}"),
            Self::Outcome { model, equivalence, outcome, found_with } => {
                let which = match found_with {
                    Passes::All => "only with the passes for spinloops",
                    Passes::WithoutSpinloops => "only without the passes for spinloops",
                };
                write!(f, "{outcome} {which}, under {model}, equivalence {equivalence}")
            }
        }
    }
}

/// What was compared.
pub struct Compared {
    /// What was explored with all passes, for each model under which there are not too many executions.
    pub with: Vec<Explored>,
    /// What was explored without those for spinloops.
    pub without: Vec<Explored>,
    /// The program with all passes.
    pub runnable: Runnable,
}

/// How to compare.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Under which equivalence the first model is explored; the others take turns.
    pub equivalence: Equivalence,
    /// Models under which there are more executions than this are left out.
    pub most_executions: u64,
}

/// Compares one of the programs of a file, the one at `index`, under all models.
pub fn compare(
    tool_chain: &ToolChain,
    compiled: &mut Compiled,
    index: usize,
    program: &LoopProgram,
    extent: Extent,
) -> Result<Compared, LoopDifference> {
    let linked = tool_chain.link(compiled, index).map_err(LoopDifference::Rejected)?;
    let prepare = |passes, unroll| linked.prepare(program, passes, unroll).map_err(LoopDifference::Rejected);
    let with = prepare(Passes::All, program.unroll)?;
    let without = prepare(Passes::WithoutSpinloops, program.unroll)?;
    let mut further: Option<Runnable> = None;
    let mut compared = Compared { with: Vec::new(), without: Vec::new(), runnable: with };
    let mut turns = Equivalence::ALL.into_iter().cycle().skip_while(|&first| first != extent.equivalence);
    for model in ModelKind::ALL {
        let Some(equivalence) = turns.next() else { break };
        let options = Options { equivalence: Some(equivalence), keep_going: true, ..Options::new(model) };
        let explore = |runnable: &Runnable| {
            outcomes(program, runnable, &options, extent.most_executions).map_err(LoopDifference::Rejected)
        };
        let (Some(on), Some(off)) = (explore(&compared.runnable)?, explore(&without)?) else { continue };
        let difference = |outcome: &Outcome, found_with| {
            let outcome = outcome.clone();
            Err(LoopDifference::Outcome { model, equivalence, outcome, found_with })
        };
        if let Some(missing) = off.outcomes.difference(&on.outcomes).next() {
            return difference(missing, Passes::WithoutSpinloops);
        }
        if !on.outcomes.is_subset(&off.outcomes) {
            let further = match &mut further {
                Some(further) => further,
                None => further.insert(prepare(Passes::WithoutSpinloops, program.unroll + MORE_ITERATIONS)?),
            };
            let Some(off) = explore(further)? else { continue };
            if let Some(invented) = on.outcomes.difference(&off.outcomes).next() {
                return difference(invented, Passes::All);
            }
        }
        compared.with.push(on);
        compared.without.push(off);
    }
    Ok(compared)
}
