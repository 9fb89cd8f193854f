//! Data races: two accesses to one location by different threads, one of them a write and one of them
//! not atomic, that happens-before does not order.

use porf_graph::{Event, EventId, Graph, LocationId};

/// Two accesses that race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// The access that was added to the graph first.
    pub first: EventId,
    /// The other one.
    pub second: EventId,
}

/// Finds a race between `second`, the latest event of its thread, and an earlier one.
pub fn find_race(graph: &Graph, second: EventId) -> Option<Race> {
    let event = graph.event(second);
    let location = event.location()?;
    if graph.non_atomic_accesses(location) == 0 {
        return None;
    }
    let ordered = graph.happens_before(second);
    let races = |&first: &EventId| {
        let other = graph.event(first);
        other.thread != event.thread
            && (event.is_non_atomic() || other.is_non_atomic())
            && !ordered.contains(other)
    };
    conflicting(graph, event, location).find(races).map(|first| Race { first, second })
}

/// The writes of the location, and for a write also its reads.
fn conflicting(graph: &Graph, event: &Event, location: LocationId) -> impl Iterator<Item = EventId> {
    let writes = graph.writes(location).iter().copied();
    let sources = std::iter::once(None).chain(writes.clone().map(Some));
    let reads = event.as_write().map(|_| sources.flat_map(move |source| graph.readers(location, source)));
    writes.chain(reads.into_iter().flatten())
}
