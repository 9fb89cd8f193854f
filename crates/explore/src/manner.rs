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
pub(crate) enum Manner {
    /// All coherence orders are told apart.
    Co {
        /// Whether that may change.
        tentative: bool,
    },
    /// Those of these locations are, which threads wait for.
    Rf { waited_for: FxHashSet<(Address, AccessSize)> },
}

impl Manner {
    /// The manner to begin with. Where coherence follows from reads-from, it costs nothing to tell coherence orders apart
    /// and saves looking for them; so that is the first guess.
    pub(crate) fn new(equivalence: Option<Equivalence>) -> Self {
        match equivalence {
            None => Self::Co { tentative: true },
            Some(Equivalence::Co) => Self::Co { tentative: false },
            Some(Equivalence::Rf) => Self::Rf { waited_for: FxHashSet::default() },
        }
    }

    pub(crate) fn equivalence(&self) -> Equivalence {
        match self {
            Self::Co { .. } => Equivalence::Co,
            Self::Rf { .. } => Equivalence::Rf,
        }
    }

    /// Whether another equivalence may be taken.
    pub(crate) fn is_tentative(&self) -> bool {
        matches!(self, Self::Co { tentative: true })
    }

    pub(crate) fn ordered_locations(&self) -> OrderedLocations {
        match self {
            Self::Co { .. } => OrderedLocations::All,
            Self::Rf { waited_for } => OrderedLocations::Only(waited_for.clone()),
        }
    }

    pub(crate) fn change(&mut self, change: Change) {
        match (self, change) {
            (Self::Rf { waited_for }, Change::Order(address, size)) => {
                waited_for.insert((address, size));
            }
            (_, Change::Learn) => {}
            (manner, Change::Unorder | Change::Order(..)) => *manner = Self::new(Some(Equivalence::Rf)),
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
    /// More is known than executions were judged by, or somebody notices what loops have left out.
    Learn,
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
