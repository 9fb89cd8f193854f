//! A naive enumerator of executions that the engine is compared with, and random programs.
//!
//! The oracle shares nothing with the engine but the program interface and the relation type. It
//! builds every candidate execution of a small program, every reads-from choice and every coherence
//! order, and keeps those that satisfy the axioms of a memory model, which are written out as plain
//! relational algebra. It is meant to be obviously right rather than fast.
//!
//! - [`executions`] and [`executions_all_models`]: the executions of a program, each an [`Execution`].
//! - [`interleavings`] and [`classes`]: those under sequential consistency, by running the threads in every order.
//! - [`Symmetry`]: executions that differ only in which of several threads that do the same does what.
//! - [`has_race`]: whether an execution has a data race.
//! - [`RandomProgram`]: a small program that implements [`porf_program::Program`] by itself; random ones
//!   come from its `Arbitrary` implementation, hand-made ones from [`ProgramBuilder`].
//! - [`shrink`]: makes a program for which something fails as small as possible.

mod axioms;
mod builder;
mod c_source;
mod c_statements;
mod enumerate;
mod execution;
mod generate;
mod interleavings;
mod listing;
mod litmus;
mod partial;
mod profile;
mod program;
mod shrink;
mod symmetry;

pub use axioms::{ModelName, has_coherence_cycle, has_race, is_consistent};
pub use builder::{ProgramBuilder, ThreadBuilder};
pub use c_source::{CForm, ObservedGlobal};
pub use enumerate::{executions, executions_all_models};
pub use execution::{Event, EventKind, Execution, ReadKind, Source};
pub use interleavings::{Class, Conflicts, class, classes, interleavings};
pub use profile::Profile;
pub use program::{Guard, GuardedOp, Hints, Location, Op, Operand, RandomProgram, Register, ThreadState};
pub use shrink::shrink;
pub use symmetry::Symmetry;
