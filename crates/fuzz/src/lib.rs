//! Compares what the engines explore with what the oracle enumerates: *sets of executions*, not numbers of
//! them, under every memory model, equivalence and scheduling policy, and that nothing is explored twice. [`c_programs`]
//! does so with the whole tool chain. [`loops`] compares programs with themselves: what can come of them must not depend on the
//! passes that end loops which only wait. [`addresses`] does so with and without symmetry. So does
//! [`helping`]: nothing must be lost if threads leave helps to each other.
//! [`whole`] compares all of porf with an interpreter that has nothing to do with it.

pub mod addresses;
pub mod c_programs;
pub mod helping;
pub mod loops;
pub mod whole;

mod awaits;
mod classes;
mod collector;
mod compiler;
mod difference;
mod graph_explorer;
mod oracle_form;
mod profiles;
mod references;
mod symmetry;
mod tally;
mod trace_explorer;
mod tree;

use porf_explore::{Equivalence, ModelKind};
use porf_oracle as oracle;

pub use compiler::Compiler;
pub use difference::{Difference, DifferenceKind};
pub use graph_explorer::{compare, compare_equivalences};
pub use profiles::compare_profile;
pub use symmetry::{compare_symmetry, compare_symmetry_of_large};
pub use tally::Tally;
pub use trace_explorer::{compare_engines, compare_interleavings};

/// The finest one first, then the others, then the engine's choice.
const EQUIVALENCES: [Option<Equivalence>; 3] = [Some(Equivalence::Co), Some(Equivalence::Rf), None];

fn equivalence_name(equivalence: Option<Equivalence>) -> &'static str {
    equivalence.map_or("auto", Equivalence::name)
}

fn oracle_name(model: ModelKind) -> oracle::ModelName {
    match model {
        ModelKind::Sc => oracle::ModelName::Sc,
        ModelKind::Tso => oracle::ModelName::Tso,
        ModelKind::Pso => oracle::ModelName::Pso,
        ModelKind::Ra => oracle::ModelName::Ra,
        ModelKind::Rc11 => oracle::ModelName::Rc11,
    }
}
