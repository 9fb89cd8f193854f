//! TSO, total store order (x86): acyclic(po-loc ∪ rf ∪ co ∪ fr), and acyclic(ghb) with ppo = po
//! without store→load pairs.

use porf_entity::OrderingMeaning;
use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::coherence::{causally_known_position, own_known_position};
use crate::sc::Prefix;
use crate::search::CycleSearch;
use crate::store_order::{global_order_is_acyclic, push_fixed_successors};
use crate::witness::global::{self, know_own_order};
use crate::{Criterion, Demands, GoOn, Model, Unfinished};

/// Total store order.
#[derive(Clone, Default, Debug)]
pub struct Tso {
    search: CycleSearch,
    prefix: Prefix,
}

impl Model for Tso {
    #[inline]
    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::EveryAtomic
    }

    #[inline]
    fn orderings(&self) -> OrderingMeaning {
        OrderingMeaning::FullFences
    }

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        own_known_position(graph, last, location)
    }

    fn is_consistent(&mut self, graph: &Graph, event: EventId, _go_on: GoOn<'_>) -> Result<bool, Unfinished> {
        Ok(global_order_is_acyclic(&mut self.search, graph, event, true))
    }

    /// TSO forbids every graph that RA forbids.
    fn certain_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        causally_known_position(graph, last, location)
    }

    /// A read that closes no cycle of po ∪ rf ∪ co ∪ fr closes no cycle of the model's relations.
    fn safe_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        self.prefix.known_position(graph, last, location)
    }

    fn criterion(&self, _graph: &Graph) -> Criterion {
        Criterion::Cycles
    }

    fn find_orders(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        demands: &mut Demands<'_>,
    ) -> Result<bool, Unfinished> {
        global::find_orders(graph, location, demands, know_own_order, |graph, event, out| {
            push_fixed_successors(graph, event, true, out)
        })
    }
}
