//! Data races: two accesses to one location by different threads, one of them a write and one of
//! them not atomic, that happens-before does not order.

use std::ops::ControlFlow;

use porf_graph::{EventId, Graph};

/// Two accesses that race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// One access; the one that was added to the graph first, if the other is the latest event.
    pub first: EventId,
    /// The other access.
    pub second: EventId,
}

/// Passes the races between `second` and other events to `found`, until `found` breaks.
///
/// The accesses of another thread that happen before `second` are a prefix of that thread's
/// accesses. So only its latest accesses need a look, back to the first one that happens-before
/// orders. If `second` is not the latest event of its thread, some of these happen after it.
pub fn find_races(graph: &Graph, second: EventId, mut found: impl FnMut(Race) -> ControlFlow<()>) {
    let event = graph.event(second);
    let Some(location) = event.location() else { return };
    let (is_plain, is_write) = (event.is_non_atomic(), event.as_write().is_some());
    let ordered = graph.happens_before(second);
    for &last in graph.last_accesses(location) {
        for first in graph.accesses_back_from(last) {
            let other = graph.event(first);
            if ordered.contains(other) {
                break;
            }
            if (is_plain || other.is_non_atomic())
                && (is_write || other.as_write().is_some())
                && !graph.happens_before(first).contains(event)
                && found(Race { first, second }).is_break()
            {
                return;
            }
        }
    }
}
