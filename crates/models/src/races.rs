//! Data races: two accesses to one location by different threads, one of them a write and one of them
//! not atomic, that happens-before does not order.

use porf_graph::{Event, EventId, Graph};

/// Two accesses that race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// The access that was added to the graph first.
    pub first: EventId,
    /// The other one.
    pub second: EventId,
}

/// The races between `second`, the latest event of its thread, and earlier ones.
///
/// What happens-before orders of another thread's accesses is a prefix of them, so of each thread only its
/// latest accesses need a look, back to the first ordered one.
pub fn find_races(graph: &Graph, second: EventId) -> impl Iterator<Item = Race> + '_ {
    let event = graph.event(second);
    let location = event.location().filter(|_| graph.non_atomic_accesses() > 0);
    let conflicts = |other: &Event| {
        (event.is_non_atomic() || other.is_non_atomic())
            && (event.as_write().is_some() || other.as_write().is_some())
    };
    let last = location.map_or(&[][..], |location| graph.last_accesses(location));
    last.iter().flat_map(move |&last| {
        let ordered = graph.happens_before(second);
        let unordered =
            graph.accesses_back_from(last).take_while(move |&first| !ordered.contains(graph.event(first)));
        unordered.filter(move |&first| conflicts(graph.event(first))).map(move |first| Race { first, second })
    })
}
