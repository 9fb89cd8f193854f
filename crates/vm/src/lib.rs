//! Runs the intermediate representation from one visible action to the next.
//!
//! [`Machine::new`] compiles a module: globals get addresses (`layout`), the values of each
//! function get registers (`registers`), and functions become register code (`compile`). `run`
//! executes that code until the thread takes a visible action. The paused `state` of the thread at
//! that point is a value that can be resumed any number of times.
//!
//! Memory that only one thread accesses is part of the machine: the private objects of a thread are
//! in its state (`objects`, on top of `pages`), and the accesses of the first thread while it is
//! alone make the `image` from which exploration starts. `externals` are the functions that the
//! machine itself provides.

mod alarm;
mod awaits;
mod code;
mod compile;
mod counters;
mod exchanges;
mod externals;
mod granularity;
mod identity;
mod image;
mod layout;
mod live_registers;
mod machine;
mod moves;
mod objects;
mod pages;
mod recurrence;
mod registers;
mod rehearsal;
mod report;
mod run;
mod same;
mod shadow;
mod state;
mod taints;
mod texts;

pub use alarm::Alarm;
pub use granularity::{Access, TrulyMixed};
pub use machine::{DEFAULT_MAX_EVENTS, Machine, MachineError, MachineOptions};
pub use objects::Allocation;
pub use report::{CallMark, Place};
pub use state::{LibraryCall, State};
