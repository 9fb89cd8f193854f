//! Passes: functions from the intermediate representation to itself.
//!
//! The passes make programs cheaper to explore. Variables become values. Calls of small functions
//! become the functions' code. Private objects are marked, so that accesses to them are no events.
//! Spinloops are ended. The passes never change the behaviour of a program, its errors included,
//! nor its accesses to memory that other threads can reach. The one exception: a loop that would
//! repeat the same iteration blocks its thread instead.
//!
//! One file is one pass; the [order](run) is that of the `pipeline`. In debug builds the verifier
//! runs between passes.
//!
//! There are four folders. `analyses` compute facts, and know nothing of passes. `simplifications`
//! make code smaller. `spinloops` end spinloops. `threads` examine the identity of threads and
//! helping between them. Imports point one way: `simplifications` may use `analyses`, and
//! `spinloops` and `threads` may use both.

mod analyses;
mod options;
mod pipeline;
mod simplifications;
mod spinloops;
mod threads;

#[cfg(test)]
mod test_support;

pub use analyses::effects::Callee;
pub use analyses::source_loops::SourceLoop;
pub use options::{PassName, PassOptions};
pub use pipeline::{Passed, run};
pub use simplifications::unreachable_functions::remove_unreachable_functions;
pub use spinloops::loop_bound::annotated_bounds;
pub use spinloops::loop_report::{LoopObstacle, LoopReport, LoopWork};
pub use threads::annotations::region_fault;
pub use threads::helping::{HelpingFault, helping_fault, helping_functions};
pub use threads::identity::asks_who_it_is;
