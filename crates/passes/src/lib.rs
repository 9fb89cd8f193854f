//! Passes: functions from the intermediate representation to itself.
//!
//! The passes make programs cheaper to explore: variables become values, calls of small functions become their code,
//! and objects that no other thread can reach are marked, so that accesses to them are no events. They never change
//! what a program can do, its errors included, nor its accesses to memory that other threads can reach.
//!
//! One file is one pass; the [order](run) is that of the `pipeline`. In debug builds the verifier runs between passes.

mod call_graph;
mod constant_folding;
mod control_flow;
mod dead_code;
mod edit;
mod escape;
mod externals;
mod initialised;
mod inline;
mod loop_bound;
mod mem2reg;
mod pipeline;
mod scalar_replacement;
mod unreachable_functions;

#[cfg(test)]
mod test_support;

pub use pipeline::{PassName, PassOptions, run};
pub use unreachable_functions::remove_unreachable_functions;
