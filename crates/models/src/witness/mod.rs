//! The search for a witness order.
//!
//! Under equivalence rf no place in coherence order is ever chosen. A graph still has a total order
//! of the writes to each location, a *witness order*: some order with which it is consistent. As
//! long as each added event is consistent with the witness order at hand, nothing needs to be done.
//! Otherwise another witness order is looked for. If there is none, the execution does not exist.
//!
//! - Under RA, and for the coherence axiom of RC11, locations are independent, and views give the
//!   pairs of writes whose order is forced. A topological sort of one location decides ([`blocks`];
//!   [tracer §4], writes-before in [genmc §4]).
//! - Otherwise the orders of all locations must fit together, which is NP-complete in general.
//!   Locations whose order is certain are set aside ([`given`]). Saturation then decides all orders
//!   that are forced ([`partial`]). Then a line of all events is tried ([`line`]). Where a choice
//!   remains that matters, both ways are tried ([`global`] for SC, TSO and PSO, [`seq_cst`] for
//!   psc).
//!
//! The write of an rmw stands directly behind the source of the rmw. So the writes of a location
//! fall into *blocks*: a write that belongs to no rmw, followed by a chain of writes of rmws. The
//! chain that begins with the initial write comes first. The search puts blocks in order, not
//! single writes.

pub(crate) mod blocks;
mod given;
pub(crate) mod global;
mod line;
mod partial;
pub(crate) mod seq_cst;
mod successors;

use porf_graph::{EventId, Graph, LocationId, Source};

/// The demands on the coherence orders that are looked for.
pub struct Demands<'a> {
    /// The locations whose writes may be reordered.
    pub is_unordered: &'a dyn Fn(LocationId) -> bool,
    /// Writes that must come last at their locations.
    pub last: &'a [EventId],
    /// Returns whether the search shall go on. The search calls it now and then.
    pub go_on: &'a mut dyn FnMut() -> bool,
}

impl Demands<'_> {
    /// The write that must come last at the location.
    fn last_at(&self, graph: &Graph, location: LocationId) -> Option<EventId> {
        self.last.iter().copied().find(|&write| graph.event(write).location() == Some(location))
    }

    /// Asks whether to go on. The search calls it whenever it has done about as much work as there
    /// are events.
    fn look(&mut self) -> Result<(), Unfinished> {
        if (self.go_on)() { Ok(()) } else { Err(Unfinished::Interrupted) }
    }

    /// As [`look`](Self::look), for loops of short turns: `turn` counts the turns.
    fn look_now_and_then(&mut self, turn: usize) -> Result<(), Unfinished> {
        if turn.is_multiple_of(256) { self.look() } else { Ok(()) }
    }
}

/// Why a search did not come to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// The search was asked to stop.
    Interrupted,
    /// The search would take too much memory, most of it for the order of this location.
    TooLarge(LocationId),
}

/// The source of the rmw whose write this is; `None` for a write that belongs to no rmw.
fn exclusive_source(graph: &Graph, write: EventId) -> Option<Source> {
    let exclusive = graph.event(write).as_write().is_some_and(|write| write.exclusive);
    let read = graph.predecessor(write).filter(|_| exclusive)?;
    graph.event(read).as_read().map(|read| read.source)
}
