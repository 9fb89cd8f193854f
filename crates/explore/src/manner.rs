//! The manner of exploration, and when it has to change.
//!
//! Whether it is worth telling coherence orders apart, and at which locations that must be done, is found out while
//! exploring. Exploration then begins anew.

use porf_entity::{AccessSize, Address};
use rustc_hash::FxHashSet;

use crate::limits::StopReason;
use crate::locations::OrderedLocations;
use crate::options::Equivalence;

/// When executions count as one.
#[derive(Clone, Debug)]
pub(crate) struct Manner {
    pub(crate) equivalence: Equivalence,
    /// Whether the equivalence may change.
    pub(crate) undecided: bool,
    /// The locations that threads wait for, as far as they are known.
    waited_for: FxHashSet<(Address, AccessSize)>,
}

impl Manner {
    /// The manner to begin with. Where coherence follows from reads-from, it costs nothing to tell coherence orders apart
    /// and saves looking for them; so that is the first guess.
    pub(crate) fn new(equivalence: Option<Equivalence>) -> Self {
        Self {
            equivalence: equivalence.unwrap_or(Equivalence::Co),
            undecided: equivalence.is_none(),
            waited_for: FxHashSet::default(),
        }
    }

    pub(crate) fn ordered_locations(&self) -> OrderedLocations {
        match self.equivalence {
            Equivalence::Co => OrderedLocations::All,
            Equivalence::Rf => OrderedLocations::Only(self.waited_for.clone()),
        }
    }

    pub(crate) fn change(&mut self, change: Change) {
        match change {
            Change::Unorder => {
                self.equivalence = Equivalence::Rf;
                self.undecided = false;
            }
            Change::Order(address, size) => {
                self.waited_for.insert((address, size));
            }
        }
    }
}

/// Why exploration has to begin anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// There are writes whose order does not follow from what reads read: it is better left open.
    Unorder,
    /// A thread waits for this location, so the order of its writes matters.
    Order(Address, AccessSize),
}

/// Why exploration does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interruption {
    Stop(StopReason),
    Change(Change),
}

impl From<StopReason> for Interruption {
    fn from(reason: StopReason) -> Self {
        Self::Stop(reason)
    }
}

impl From<Change> for Interruption {
    fn from(change: Change) -> Self {
        Self::Change(change)
    }
}
