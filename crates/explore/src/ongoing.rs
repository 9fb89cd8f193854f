//! An exploration that can be interrupted, written down, and continued.

use serde::{Deserialize, Serialize};

use porf_program::Program;

use crate::options::Options;
use crate::restart::{Knowledge, Manner};
use crate::sink::Summary;
use crate::unit::Unit;

/// An exploration between two slices: the knowledge by which executions were judged, the numbers of
/// those that were explored, and the units that are left. What the sink has received belongs to it.
/// It can be continued with the same program and the same options.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ongoing {
    pub(crate) manner: Manner,
    pub(crate) knowledge: Knowledge,
    pub(crate) restarts: u64,
    /// What is left; `None` if nothing has been explored since the beginning or the last restart.
    pub(crate) units: Option<Vec<Unit>>,
    /// The results since then.
    pub(crate) summary: Summary,
}

impl Ongoing {
    /// An exploration that has not begun.
    pub fn new<P: Program>(program: &P, options: &Options<'_>) -> Self {
        let options = options.fit_for_model();
        let mut knowledge = Knowledge::new(program.thread_count());
        knowledge.leaves_out_nothing = options.leaves_out_nothing();
        Self {
            manner: Manner::new(options.equivalence),
            knowledge,
            restarts: 0,
            units: None,
            summary: Summary::default(),
        }
    }

    /// The results so far, and the number of units that are left.
    pub fn summary(&self) -> Summary {
        let pending = self.units.as_ref().map_or(1, Vec::len) as u64;
        Summary { pending, restarts: self.restarts, ..self.summary }
    }
}
