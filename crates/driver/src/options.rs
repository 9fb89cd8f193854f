//! How a test or program is checked.

use std::time::{Duration, Instant};

use porf_explore::{Liveness, ModelKind, Options};

use crate::progress::Progress;

/// How a test or program is checked.
#[derive(Clone, Debug)]
pub struct CheckOptions<'a> {
    /// How its executions are explored.
    pub explore: Options<'a>,
    /// The time after which the check stops.
    pub timeout: Option<Duration>,
    /// Whether the report tells what the exploration cost.
    pub stats: bool,
    /// Whether the report tells what became of the loops of a program.
    pub explain_loops: bool,
    /// Where the check tells how far it is.
    pub progress: Option<&'a Progress>,
}

impl CheckOptions<'_> {
    /// All reductions, the engine's own choice of algorithm and equivalence, no limits.
    pub fn new(model: ModelKind) -> Self {
        let explore = Options {
            engine: None,
            equivalence: None,
            independent_adds: true,
            symmetry: true,
            liveness: Liveness::All,
            ..Options::new(model)
        };
        Self { explore, timeout: None, stats: false, explain_loops: false, progress: None }
    }
}

impl<'a> CheckOptions<'a> {
    /// The options of an exploration that starts now.
    pub(crate) fn exploration_from(&self, start: Instant) -> Options<'a> {
        let mut explore = self.explore.clone();
        // A time too far away to be represented is no limit.
        explore.limits.deadline = self.timeout.and_then(|timeout| start.checked_add(timeout));
        explore
    }
}
