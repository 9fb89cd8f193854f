//! PSO, partial store order (SPARC): as TSO, but ppo also lacks the store→store pairs. A
//! store-store fence restores those pairs. A release store has such a fence before it, and a
//! release fence is one.

use porf_entity::OrderingMeaning;
use porf_graph::{EventId, Graph, LocationId, Source, Synchronisation};

use crate::coherence::own_known_position;
use crate::sc::Prefix;
use crate::search::CycleSearch;
use crate::store_order::{global_order_is_acyclic, push_fixed_successors};
use crate::witness::global::{self, know_own_order};
use crate::{Criterion, Demands, GoOn, Model, Unfinished};

/// Partial store order.
#[derive(Clone, Default, Debug)]
pub struct Pso {
    search: CycleSearch,
    prefix: Prefix,
}

impl Model for Pso {
    #[inline]
    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::EveryAtomic
    }

    #[inline]
    fn orderings(&self) -> OrderingMeaning {
        OrderingMeaning::StoreFences
    }

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        own_known_position(graph, last, location)
    }

    fn is_consistent(&mut self, graph: &Graph, event: EventId, _go_on: GoOn<'_>) -> Result<bool, Unfinished> {
        Ok(global_order_is_acyclic(&mut self.search, graph, event, false))
    }

    /// A read that closes no cycle of po ∪ rf ∪ co ∪ fr closes no cycle of the model's relations.
    fn safe_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        self.prefix.known_position(graph, last, location)
    }

    /// Decides by ghb without co and fr: every path of it to the second write, or to a read from
    /// it, lies in the causal prefix of that event.
    fn precedes(
        &mut self,
        graph: &Graph,
        first: EventId,
        second: EventId,
        counts: impl Fn(EventId) -> bool,
    ) -> bool {
        let (event, later) = (graph.event(first), graph.event(second));
        if event.thread == later.thread {
            return event.index < later.index;
        }
        let Some(location) = event.location() else { return false };
        let readers = graph.readers(location, Source::Write(second)).filter(|&reader| counts(reader));
        [second].into_iter().chain(readers).any(|end| {
            graph.causal(end).contains(event)
                && self
                    .search
                    .reaches(graph, first, end, |id, out| push_fixed_successors(graph, id, false, out))
        })
    }

    /// Stores may overtake each other.
    fn publishes(&self, graph: &Graph, write: EventId) -> bool {
        let write = graph.event(write).as_write();
        write.is_some_and(|write| write.exclusive || write.ordering.is_release())
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
            push_fixed_successors(graph, event, false, out)
        })
    }
}
