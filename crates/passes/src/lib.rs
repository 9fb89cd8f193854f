//! Passes: functions from the intermediate representation to itself.
//!
//! The passes make programs cheaper to explore: variables become values, calls of small functions become their code,
//! objects that no other thread can reach are marked, so that accesses to them are no events, and loops that only wait
//! are ended. They never change what a program can do, its errors included, nor its accesses to memory that other threads
//! can reach; except that a loop that would do the same once more waits instead.
//!
//! One file is one pass; the [order](run) is that of the `pipeline`. In debug builds the verifier runs between passes.

mod addresses;
mod atomic_globals;
mod bisimilar;
mod call_graph;
mod choice_ranges;
mod constant_folding;
mod control_flow;
mod dead_code;
mod dynamic_spin;
mod edit;
mod effects;
mod escape;
mod externals;
mod helping;
mod identity;
mod initialised;
mod inline;
mod loop_bound;
mod loop_purity;
mod loop_report;
mod loop_rotation;
mod loops;
mod mem2reg;
mod notes;
mod pipeline;
mod provisional;
mod scalar_replacement;
mod source_loops;
mod spin_assume;
mod spinloops;
mod ssa_repair;
mod unreachable_functions;
mod zne;

#[cfg(test)]
mod test_support;

pub use helping::{HelpingFault, helping_fault, helping_functions};
pub use identity::asks_who_it_is;
pub use loop_bound::annotated_bounds;
pub use loop_report::{Callee, LoopObstacle, LoopReport, LoopWork};
pub use notes::region_fault;
pub use pipeline::{PassName, PassOptions, run};
pub use source_loops::SourceLoop;
pub use unreachable_functions::remove_unreachable_functions;
