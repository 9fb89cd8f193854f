//! Exploration: every execution of a program that a memory model allows, each exactly once.
//!
//! Knows programs through `porf-program` only, and nothing of source languages.

mod graph_explorer;
mod limits;
mod locations;
mod options;
mod sink;

pub use limits::{Limits, StopReason};
pub use locations::LocationInfo;
pub use options::{Options, Schedule, UnknownSchedule};
pub use porf_models::{ModelKind, Race};
pub use sink::{Execution, Sink, Summary};

use porf_models::{Pso, Ra, Rc11, Sc, Tso};
use porf_program::Program;

use crate::graph_explorer::GraphExplorer;

/// Explores the program and hands each execution to the sink, one for each (po, rf, co).
pub fn explore<P: Program>(program: &P, options: &Options<'_>, sink: &mut impl Sink<P::State>) -> Summary {
    match options.model {
        ModelKind::Sc => GraphExplorer::new(program, Sc::default(), options, sink).run(),
        ModelKind::Tso => GraphExplorer::new(program, Tso::default(), options, sink).run(),
        ModelKind::Pso => GraphExplorer::new(program, Pso::default(), options, sink).run(),
        ModelKind::Ra => GraphExplorer::new(program, Ra, options, sink).run(),
        ModelKind::Rc11 => GraphExplorer::new(program, Rc11::default(), options, sink).run(),
    }
}
