//! TSO, total store order (x86): acyclic(po-loc ∪ rf ∪ co ∪ fr), and acyclic(ghb) with ppo = po without
//! store→load pairs.

use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::Model;
use crate::coherence::own_known_position;
use crate::search::CycleSearch;
use crate::store_order::global_order_is_acyclic;

/// Total store order.
#[derive(Clone, Default, Debug)]
pub struct Tso {
    search: CycleSearch,
}

impl Model for Tso {
    const SYNCHRONISATION: Synchronisation = Synchronisation::EveryAtomic;

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        own_known_position(graph, last, location)
    }

    fn is_consistent(&mut self, graph: &Graph, event: EventId) -> bool {
        global_order_is_acyclic(&mut self.search, graph, event, true)
    }
}
