//! An execution and the alternatives that are still to be explored from it.

use porf_entity::ThreadId;
use porf_graph::{EventId, LocationId, Source};

use crate::execution_core::ExecutionState;

/// A self-contained unit of exploration: with the table of locations, it can be handed to another
/// thread of exploration as it is.
#[derive(Clone, Debug)]
pub(super) struct Work<S> {
    pub(super) state: ExecutionState<S>,
    /// The alternatives that are still to be explored, later events last.
    pub(super) alternatives: Vec<Alternative>,
}

/// An alternative to an event of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alternative {
    /// In place of the event, its thread could read from this write.
    Read { event: EventId, thread: ThreadId, location: LocationId, source: Source, spurious: bool },
    /// The write could be at this position of the coherence order; `revisited` reads from it.
    Place { write: EventId, position: usize, revisited: Option<EventId> },
    /// The write could revisit this read.
    Revisit { write: EventId, read: EventId, spurious: bool },
    /// In place of the event, its thread could choose this alternative, or any one up to `count`.
    Choose { event: EventId, thread: ThreadId, choice: u64, count: u64 },
    /// In place of the event, an rmw of its thread could read from the source, from which another
    /// rmw has read already, and the write of the rmw could revisit this read.
    Displace { event: EventId, thread: ThreadId, source: Source, read: EventId, spurious: bool },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_can_be_sent() {
        fn assert_send<T: Send>() {}
        assert_send::<Work<u64>>();
    }
}
