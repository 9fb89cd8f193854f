//! Programs that tell memory models apart, found by search.
//!
//! [`compare`] tries small programs by size (`skeletons.rs`), without those that differ in names
//! only, and with the orderings that the models can distinguish (`vocabulary.rs`). The models are
//! joined to one graph of expressions (`joint.rs`), which is evaluated on every candidate execution
//! (`candidates.rs`) before it is complete (`partial.rs`, `bounds.rs`, `matrix.rs`). `search.rs` has
//! the search, and `litmus.rs` prints programs as litmus tests. `counterexample.rs` looks for
//! executions that show that a model does not have the conditions of exploration.
//!
//! `porf_cat::evaluate` is the plain evaluation that the tests of this crate compare with, and the
//! candidates are compared with the oracle's.

mod bounds;
mod candidates;
mod counterexample;
mod joint;
mod litmus;
mod matrix;
mod partial;
mod program;
mod search;
mod skeletons;
mod vocabulary;

pub use candidates::Candidate;
pub use counterexample::{
    Condition, Counterexample, Counterexamples, axioms, counterexamples, violated_by_construction,
};
pub use program::{Label, Operation, OperationKind, Program, Skeleton};
pub use search::{Comparison, Control, Difference, Finding, Progress, Stop, compare};
