//! Runs the intermediate representation from one visible action to the next.
//!
//! [`Machine::new`] compiles a module: globals get addresses (`memory`), the values of each function get
//! registers (`registers`), and functions become flat code on these registers (`compile`). `run`
//! executes that code until the thread does something visible, and the `state` of the thread at that
//! point is a value that can be resumed any number of times.

mod code;
mod compile;
mod machine;
mod memory;
mod moves;
mod registers;
mod run;
mod state;

pub use machine::{Machine, MachineError};
pub use state::State;
