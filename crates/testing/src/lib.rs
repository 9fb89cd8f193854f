//! Small concurrent programs for tests: random ones and hand-made ones.
//!
//! - [`RandomProgram`]: a small program that implements [`porf_program::Program`] by itself,
//!   without IR and VM (`program.rs`). Random ones come from its `Arbitrary` implementation or from
//!   a seed and a [`Profile`] (`generate.rs`, `profile.rs`), hand-made ones from
//!   [`ProgramBuilder`].
//! - Programs are printed as text for people (`listing.rs`), as litmus tests (`litmus.rs`) and as C
//!   programs (`c_source.rs`), so that a whole tool chain can be compared.
//! - [`shrink`]: makes a failing program as small as possible.

mod builder;
mod c_source;
mod c_statements;
mod dependencies;
mod generate;
mod listing;
mod litmus;
mod profile;
mod program;
mod shrink;

pub use builder::{ProgramBuilder, ThreadBuilder};
pub use c_source::{CForm, ObservedGlobal};
pub use profile::Profile;
pub use program::{
    Guard, GuardedOp, Hints, Location, NOTHING, Op, Operand, Pool, RandomProgram, Register, ThreadState,
};
pub use shrink::shrink;
