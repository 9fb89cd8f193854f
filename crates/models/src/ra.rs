//! RA, release/acquire: for each location x, acyclic(po ∪ rf ∪ coₓ ∪ frₓ) (`ra` in docs/papers.md).
//!
//! Equivalently irreflexive(porf; eco?): with porf acyclic, a cycle uses the edges of one location,
//! and all edges of the cycle that are not in porf can be gathered into one step of eco. A write
//! that has a reader in a porf prefix is in that prefix itself. So the thread knows exactly the
//! writes in the causal view of its last event.

use porf_entity::OrderingMeaning;
use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::coherence::causally_known_position;
use crate::witness::blocks::{BlockSort, Knowledge};
use crate::{Criterion, Demands, Model, Unfinished};

/// Release/acquire.
#[derive(Clone, Default, Debug)]
pub struct Ra {
    sort: BlockSort,
}

impl Model for Ra {
    #[inline]
    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::EveryAtomic
    }

    #[inline]
    fn orderings(&self) -> OrderingMeaning {
        OrderingMeaning::Atomicity
    }

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        causally_known_position(graph, last, location)
    }

    fn criterion(&self, _graph: &Graph) -> Criterion {
        Criterion::Views
    }

    fn find_orders(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        demands: &mut Demands<'_>,
    ) -> Result<bool, Unfinished> {
        Ok(self.sort.sort_demanded(graph, location, demands, Knowledge::Causal))
    }
}
