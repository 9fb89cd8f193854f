//! The oracle: the executions of small programs under each memory model, by brute force. The engine
//! is compared with it.
//!
//! The oracle builds every candidate execution of a program, every reads-from choice and every
//! coherence order. It keeps the candidates that satisfy the axioms of a memory model, which are
//! written out as plain relational algebra. It is meant to be obviously right rather than fast, and
//! it shares nothing with the engine but the program interface and the relation type. It runs any
//! [`porf_program::Program`] and has no programs of its own.
//!
//! All of it can be read in one sitting, some 1,800 lines, in this order:
//!
//! 1. `execution.rs` (240 lines): the type [`Execution`].
//! 2. `axioms/mod.rs` (250): the relations of an execution, the common axioms of all models, SC and
//!    RA.
//! 3. `axioms/store_buffers.rs` (70), `axioms/rc11.rs` (110), `axioms/cpp20.rs` (70),
//!    `axioms/race.rs` (40): TSO and PSO, RC11, C++20, and data races.
//! 4. `partial.rs` (200): partial executions, which grow by one action of one thread.
//! 5. `enumerate.rs` (320, a third of them tests): [`executions`], every execution that a model
//!    allows.
//! 6. `replay.rs` (50): the state of a thread in an execution.
//! 7. `interleavings.rs` (180): [`interleavings`], the executions under sequential consistency by
//!    running the threads in every order, without axioms, and [`classes`] of them.
//! 8. `symmetry.rs` (200): [`Symmetry`], executions that differ only by a permutation of symmetric
//!    threads.

mod additions;
mod axioms;
mod enumerate;
mod execution;
mod interleavings;
mod partial;
mod replay;
mod symmetry;

pub use additions::{added_to, may_be_open, without_order};
pub use axioms::{ModelName, happens_before, has_coherence_cycle, has_race, is_consistent};
pub use enumerate::{executions, executions_all_models, for_each_candidate};
pub use execution::{Dependencies, Event, EventKind, Execution, ReadKind, Source};
pub use interleavings::{Class, Conflicts, class, classes, interleavings};
pub use replay::{Replay, replay};
pub use symmetry::Symmetry;
