//! Compares the executions that the engines explore with those that the oracle enumerates: *sets of
//! executions*, not numbers of them, under every memory model, equivalence and scheduling policy.
//! No execution may be explored twice. [`c_programs`] compares the whole tool chain with the
//! oracle. [`loops`] compares programs with themselves: the outcomes must not depend on the
//! reductions of spinloops. [`addresses`] compares programs with themselves with and without
//! symmetry reduction. [`helping`] does so with and without helping annotations: no outcome may be
//! lost if threads leave helping CASes to each other. [`whole`] compares all of porf with an
//! interpreter that shares nothing with it.
//! [`corpus_files`] compares the built-in models with the shipped files on the C programs of the
//! corpus.
//! [`compare_additions`] compares executions up to the order of additions that nobody can tell.

pub mod addresses;
pub mod c_programs;
pub mod corpus_files;
pub mod helping;
pub mod loops;
pub mod whole;

mod additions;
mod awaits;
mod classes;
mod collector;
mod compiler;
mod difference;
mod explored;
mod files;
mod graph_explorer;
mod libraries;
mod mutexes;
mod oracle_form;
mod profiles;
mod references;
mod registers;
mod symmetry;
mod tally;
mod trace_explorer;
mod tree;

use porf_explore::{Equivalence, ModelKind};
use porf_oracle as oracle;

pub use additions::{compare_additions, counting_program};
pub use compiler::Compiler;
pub use difference::{Difference, DifferenceKind};
pub use explored::explored;
pub use files::{compare_with_files, shipped_models};
pub use graph_explorer::{compare, compare_equivalences, compare_files, compare_units};
pub use libraries::{ClientKind, client_program, client_program_of};
pub use mutexes::{compare_mutexes, mutex_program};
pub use profiles::compare_profile;
pub use registers::{compare_registers, compare_specified_pools, register_program, specified_program};
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
        ModelKind::Cpp20 => oracle::ModelName::Cpp20,
    }
}
