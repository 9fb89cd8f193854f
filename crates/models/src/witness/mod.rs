//! Finding a coherence order.
//!
//! Where executions count as one if they have the same po and rf, no place in coherence order is ever chosen. A graph
//! still has a total order a location, a *witness*: some order with which it is consistent. As long as what is added is
//! consistent with the witness at hand, nothing needs to be done. Where it is not, another witness is looked for;
//! if there is none, the execution does not exist.
//!
//! - Under RA, and for the coherence axiom of RC11, locations are independent, and views tell which writes must
//!   precede which: a topological sort of one location decides ([`blocks`]; tracer §4, writes-before in genmc §4).
//! - Otherwise the orders of all locations must fit together, which is NP-complete in general. Locations whose order is certain
//!   are set aside ([`given`]); all orders that are forced are found next ([`partial`]); then a line of all events is tried ([`line`]).
//!   Where a choice remains that matters, both ways are tried ([`global`] for SC, TSO and PSO, [`seq_cst`] for psc).
//!
//! The write of an rmw stands directly behind the write that the rmw reads from. So the writes of a location
//! fall into *blocks*, a write that belongs to no rmw followed by a chain of rmws' writes; the chain that begins with the initial write
//! comes first. It is blocks that are put in order.

pub(crate) mod blocks;
mod given;
pub(crate) mod global;
mod line;
mod partial;
pub(crate) mod seq_cst;
mod successors;

use porf_graph::{EventId, Graph, LocationId, Source};

/// What the coherence order that is looked for must be like.
pub struct Demands<'a> {
    /// The locations whose writes may be reordered.
    pub is_unordered: &'a dyn Fn(LocationId) -> bool,
    /// Writes that must come last at their locations.
    pub last: &'a [EventId],
    /// Asked now and then whether to go on looking.
    pub go_on: &'a mut dyn FnMut() -> bool,
}

impl Demands<'_> {
    /// The write that must come last at the location.
    fn last_at(&self, graph: &Graph, location: LocationId) -> Option<EventId> {
        self.last.iter().copied().find(|&write| graph.event(write).location() == Some(location))
    }

    /// Asks whether to go on. To be called whenever about as much was done as there are events.
    fn look(&mut self) -> Result<(), Unfinished> {
        if (self.go_on)() { Ok(()) } else { Err(Unfinished::Interrupted) }
    }

    /// The same in loops of short turns, which are counted.
    fn look_now_and_then(&mut self, turn: usize) -> Result<(), Unfinished> {
        if turn.is_multiple_of(256) { self.look() } else { Ok(()) }
    }
}

/// Why a search did not come to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// It was asked to stop.
    Interrupted,
    /// It would take too much memory, most of it for the order of this location.
    TooLarge(LocationId),
}

/// What the rmw whose write this is reads from; `None` for a write that belongs to no rmw.
fn exclusive_source(graph: &Graph, write: EventId) -> Option<Source> {
    let exclusive = graph.event(write).as_write().is_some_and(|write| write.exclusive);
    let read = graph.predecessor(write).filter(|_| exclusive)?;
    graph.event(read).as_read().map(|read| read.source)
}
