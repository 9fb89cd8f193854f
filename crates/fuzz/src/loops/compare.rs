//! Compares the outcomes of a program with and without the passes that end loops.

use std::collections::BTreeSet;
use std::fmt;

use porf_driver::{BuildOptions, LoadedProgram};
use porf_explore::{Equivalence, ModelKind, Options};
use porf_llvm::Linked;
use porf_passes::PassName;
use porf_vm::MachineOptions;

use super::Compiled;
use super::outcome::{Explored, Outcome, outcomes};
use super::program::LoopProgram;
use super::render::prefix;
use crate::compiler::Compiler;
use crate::equivalence_name;

/// The number of additional iterations of loops without the passes.
const MORE_ITERATIONS: u32 = 2;

/// The passes that run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// All passes.
    All,
    /// All passes but those that end spinloops.
    WithoutSpinloops,
}

impl Passes {
    /// Builds a program with these passes, where loops take back edges at most `unroll` times.
    fn build(self, linked: &Linked, program: &LoopProgram, unroll: u32) -> Result<LoadedProgram, String> {
        let options = BuildOptions {
            unroll: Some(unroll),
            disabled_passes: match self {
                Self::All => Vec::new(),
                Self::WithoutSpinloops => PassName::SPINLOOPS.to_vec(),
            },
            machine: MachineOptions { spurious: program.spurious, ..BuildOptions::default().machine },
            ..BuildOptions::default()
        };
        LoadedProgram::from_linked("program", linked.clone(), &options).map_err(|error| error.to_string())
    }
}

/// A difference that the passes make and should not make.
#[derive(Debug)]
pub enum LoopDifference {
    /// The tool chain rejects the program.
    Rejected(String),
    /// An outcome that the program has only without the passes, or only with them.
    Outcome {
        /// The model.
        model: ModelKind,
        /// The equivalence; `None` if the engine chooses it.
        equivalence: Option<Equivalence>,
        /// The outcome.
        outcome: Outcome,
        /// The passes with which it is found.
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
                let equivalence = equivalence_name(*equivalence);
                write!(f, "{outcome} {which}, under {model}, equivalence {equivalence}")
            }
        }
    }
}

/// The results of a comparison.
pub struct Compared {
    /// The explorations with all passes, for each model under which there are not too many
    /// executions.
    pub with: Vec<Explored>,
    /// The explorations without the passes for spinloops.
    pub without: Vec<Explored>,
    /// The number of models under which loops needed more iterations without the passes than with
    /// them.
    pub further: u64,
    /// The program with all passes.
    pub program: LoadedProgram,
}

/// Options of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The equivalence for the first model; the others take turns.
    pub equivalence: Equivalence,
    /// The most executions: models under which there are more are left out.
    pub most_executions: u64,
}

/// Compares one of the programs of a file, the one at `index`, under all models.
pub fn compare(
    compiler: &Compiler,
    compiled: &mut Compiled,
    index: usize,
    program: &LoopProgram,
    extent: Extent,
) -> Result<Compared, LoopDifference> {
    let prefix = prefix(index);
    let link = |module| compiler.link(module, &prefix).map_err(LoopDifference::Rejected);
    let linked = link(&mut compiled.module)?;
    let without_recursion = compiled.without_recursion.as_mut().map(link).transpose()?;
    let build = |passes: Passes, unroll| {
        let linked = match (passes, &without_recursion) {
            (Passes::WithoutSpinloops, Some(without_recursion)) => without_recursion,
            _ => &linked,
        };
        passes.build(linked, program, unroll).map_err(LoopDifference::Rejected)
    };
    let reduced = build(Passes::All, program.unroll)?;
    let bounded = build(Passes::WithoutSpinloops, program.unroll)?;
    let (mut with, mut without, mut further) = (Vec::new(), Vec::new(), 0);
    let mut turns = Equivalence::ALL.into_iter().cycle().skip_while(|&first| first != extent.equivalence);
    for model in ModelKind::ALL {
        let equivalence = turns.next();
        let options = Options { equivalence, keep_going: true, ..Options::new(model) };
        let explore = |loaded: &LoadedProgram, redundant_iterations| {
            let options = Options { redundant_iterations, ..options.clone() };
            let variables =
                program.variables.ids().map(|id| loaded.address_of(&format!("{prefix}{id}"))).collect();
            outcomes(program, loaded, variables, &options, extent.most_executions)
                .map_err(LoopDifference::Rejected)
        };
        let (Some(on), Some(off)) = (explore(&reduced, true)?, explore(&bounded, false)?) else { continue };
        let judgement = judge(&on.outcomes, &off.outcomes, || {
            further += 1;
            let unroll = program.unroll + MORE_ITERATIONS;
            let explored = explore(&build(Passes::WithoutSpinloops, unroll)?, false)?;
            Ok(explored.map(|explored| explored.outcomes))
        })?;
        match judgement {
            Judgement::Same => {
                with.push(on);
                without.push(off);
            }
            Judgement::Unknown => {}
            Judgement::Differs(outcome, found_with) => {
                return Err(LoopDifference::Outcome { model, equivalence, outcome, found_with });
            }
        }
    }
    Ok(Compared { with, without, further, program: reduced })
}

/// The verdict of a comparison.
#[derive(PartialEq, Eq, Debug)]
enum Judgement {
    /// The passes make no difference.
    Same,
    /// There is too much to explore, or an error hides what comes after it.
    Unknown,
    /// The passes make a difference: this outcome is found with these passes only.
    Differs(Outcome, Passes),
}

/// Compares the outcomes with all passes and without those for spinloops, with the same bound; and,
/// where a larger bound might explain a difference, with the outcomes without them and with a
/// larger one.
fn judge<E>(
    on: &BTreeSet<Outcome>,
    off: &BTreeSet<Outcome>,
    further: impl FnOnce() -> Result<Option<BTreeSet<Outcome>>, E>,
) -> Result<Judgement, E> {
    if let Some(missing) = off.difference(on).next() {
        if on.iter().any(Outcome::may_hide_others) {
            return Ok(Judgement::Unknown);
        }
        return Ok(Judgement::Differs(missing.clone(), Passes::WithoutSpinloops));
    }
    if on.is_subset(off) {
        return Ok(Judgement::Same);
    }
    let Some(off) = further()? else { return Ok(Judgement::Unknown) };
    Ok(match on.difference(&off).next() {
        None => Judgement::Same,
        Some(invented) => Judgement::Differs(invented.clone(), Passes::All),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states<const N: usize>(values: [i32; N]) -> BTreeSet<Outcome> {
        values.map(|value| Outcome::State(vec![value])).into()
    }

    /// The verdict on some states with the passes, some without, and some without and with a larger
    /// bound.
    fn judged(
        on: BTreeSet<Outcome>,
        off: BTreeSet<Outcome>,
        further: Option<BTreeSet<Outcome>>,
    ) -> Judgement {
        judge(&on, &off, || Ok::<_, ()>(further)).expect("nothing goes wrong")
    }

    #[test]
    fn nothing_may_be_missing_whatever_the_larger_bound_finds() {
        let missing = Judgement::Differs(Outcome::State(vec![2]), Passes::WithoutSpinloops);
        assert_eq!(judged(states([1]), states([1, 2]), Some(states([1, 2]))), missing);
        let race = BTreeSet::from([Outcome::Race]);
        assert_eq!(
            judged(states([]), race, None),
            Judgement::Differs(Outcome::Race, Passes::WithoutSpinloops)
        );
    }

    #[test]
    fn what_comes_after_an_unordered_access_may_be_missing() {
        let unordered = BTreeSet::from([Outcome::Error("UnorderedAllocation".to_owned(), 1)]);
        let all = unordered.iter().cloned().chain(states([1])).collect();
        assert_eq!(judged(unordered, all, None), Judgement::Unknown);
    }

    #[test]
    fn what_is_new_has_to_be_found_with_a_larger_bound() {
        let invented = Judgement::Differs(Outcome::State(vec![3]), Passes::All);
        assert_eq!(judged(states([1, 3]), states([1]), Some(states([1, 2]))), invented);
        assert_eq!(judged(states([1, 3]), states([1]), Some(states([1, 3]))), Judgement::Same);
        assert_eq!(judged(states([1, 3]), states([1]), None), Judgement::Unknown);
    }

    #[test]
    fn the_larger_bound_is_not_asked_where_nothing_differs() {
        let same = judge(&states([1, 2]), &states([1, 2]), || Err("asked all the same"));
        assert_eq!(same, Ok(Judgement::Same));
    }
}
