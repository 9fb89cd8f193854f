//! The options of a check of a test or program.

use std::time::{Duration, Instant};

use porf_explore::{Cores, Liveness, MemoryModel, Options};

use crate::checkpoint::Checkpoint;
use crate::progress::Progress;

/// The options of a check of a test or program.
#[derive(Clone, Debug)]
pub struct CheckOptions<'a> {
    /// The options of the exploration.
    pub explore: Options<'a>,
    /// The time after which the check stops.
    pub timeout: Option<Duration>,
    /// Whether the report has the cost of the exploration.
    pub stats: bool,
    /// Whether the report has the results of the loop reductions.
    pub explain_loops: bool,
    /// Whether a program that is verified under RC11 is explored under C++20, too, if an execution
    /// has a release sequence that C++20 does not have.
    pub warn_of_cpp20: bool,
    /// The counter to which the check reports its progress.
    pub progress: Option<&'a Progress>,
    /// The cores on which a program is explored; one if there are none. The check itself holds one of
    /// them.
    pub cores: Option<&'a Cores>,
    /// The file to which the exploration is written now and then.
    pub checkpoint: Option<&'a Checkpoint>,
}

impl<'a> CheckOptions<'a> {
    /// Options with all reductions, the engine's own choice of algorithm and equivalence, and no
    /// limits.
    pub fn new(model: impl Into<MemoryModel<'a>>) -> Self {
        let explore = Options {
            engine: None,
            equivalence: None,
            independent_adds: true,
            symmetry: true,
            redundant_iterations: true,
            liveness: Liveness::All,
            ..Options::new(model)
        };
        Self {
            explore,
            timeout: None,
            stats: false,
            explain_loops: false,
            warn_of_cpp20: false,
            progress: None,
            cores: None,
            checkpoint: None,
        }
    }

    /// The options of a further check in the rest of the time since the start.
    pub(crate) fn rest(&self, start: Instant) -> Self {
        let timeout = self.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
        Self { timeout, checkpoint: None, ..self.clone() }
    }

    /// The options of an exploration that starts now.
    pub(crate) fn exploration_from(&self, start: Instant) -> Options<'a> {
        let mut explore = self.explore.clone();
        // A time too far away to be represented is no limit.
        explore.limits.deadline = self.timeout.and_then(|timeout| start.checked_add(timeout));
        explore
    }
}
