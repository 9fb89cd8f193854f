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

/// Finds a race between `second`, the latest event of its thread, and an earlier one.
///
/// What happens-before orders of another thread's accesses is a prefix of them, so of each thread only its
/// latest accesses need a look, back to the first ordered one.
pub fn find_race(graph: &Graph, second: EventId) -> Option<Race> {
    if graph.non_atomic_accesses() == 0 {
        return None;
    }
    let event = graph.event(second);
    let location = event.location()?;
    let ordered = graph.happens_before(second);
    let conflicts = |other: &Event| {
        (event.is_non_atomic() || other.is_non_atomic())
            && (event.as_write().is_some() || other.as_write().is_some())
    };
    graph.last_accesses(location).iter().find_map(|&last| {
        let unordered =
            graph.accesses_back_from(last).take_while(|&first| !ordered.contains(graph.event(first)));
        let first = unordered.into_iter().find(|&first| conflicts(graph.event(first)))?;
        Some(Race { first, second })
    })
}
