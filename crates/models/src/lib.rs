//! Memory models: which executions are allowed.
//!
//! Every model has porf acyclic and rmws atomic; exploration sees to both by the way it builds graphs
//! (a read reads from a write that is there already, and an exclusive write goes directly behind the
//! write that its read reads from). What remains is asked through [`Model`], always about one event that
//! was just added to a graph that was consistent without it.

mod coherence;
mod kind;
mod psc;
mod pso;
mod ra;
mod races;
mod rc11;
mod sc;
mod search;
mod store_order;
mod tso;
mod witness;

pub use kind::{ModelKind, UnknownModel};
pub use pso::Pso;
pub use ra::Ra;
pub use races::{Race, find_races};
pub use rc11::Rc11;
pub use sc::Sc;
pub use tso::Tso;
pub use witness::{Demands, Unfinished};

use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::witness::blocks::Knowledge;

/// Asked now and then, about as often as all events have been looked at, whether to go on.
pub type GoOn<'a> = &'a mut dyn FnMut() -> bool;

/// A memory model. The receiver is mutable because a model may keep scratch memory; answers depend on
/// the arguments alone.
pub trait Model: Send {
    /// Which reads-from edges synchronise, for happens-before and so for data races.
    const SYNCHRONISATION: Synchronisation;

    /// The position in the location's coherence order of the last write that is known to a thread whose last
    /// event is `last` (the position of the initial write, 0, if it knows no other).
    ///
    /// The next access of the thread to the location must not go behind this write's back: a read may read
    /// only from this position or a later one, and a write can only be put somewhere after it.
    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize;

    /// Whether a graph is consistent, given that it is without `event`, which has no successor in program
    /// order, and that `event` respects [`known_position`](Self::known_position). In some models nothing else is asked for.
    fn is_consistent(
        &mut self,
        _graph: &Graph,
        _event: EventId,
        _go_on: GoOn<'_>,
    ) -> Result<bool, Unfinished> {
        Ok(true)
    }

    /// As [`known_position`](Self::known_position), of a write that the thread knows whatever the coherence order is.
    fn certain_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        self.known_position(graph, last, location)
    }

    /// A position of the location's order from which on the next access of a thread may read, given its last event and the
    /// order as it stands.
    fn safe_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        self.known_position(graph, last, location)
    }

    /// Whether it is certain, and quickly seen, that the first write to a location precedes the second in every coherence
    /// order of a graph with these two writes, their prefixes, and those readers of the second that count. (That the
    /// write of an rmw follows what the rmw reads from need not be seen.) As answered here, under models that forbid what
    /// RA forbids.
    fn precedes(
        &mut self,
        graph: &Graph,
        first: EventId,
        second: EventId,
        counts: impl Fn(EventId) -> bool,
    ) -> bool {
        Knowledge::Causal.precedes(graph, first, second, counts)
    }

    /// Whether those who read from a write know all that its thread wrote before.
    fn publishes(&self, _graph: &Graph, _write: EventId) -> bool {
        true
    }

    /// What consistency is a matter of in this graph.
    fn criterion(&self, graph: &Graph) -> Criterion;

    /// Looks for coherence orders that meet the demands and make a graph consistent, and leaves them in the graph. As
    /// it stands the graph is not consistent, or does not meet the demands, on account of accesses to `location` (and
    /// the locations whose last writes are demanded) alone. Exact: `false` if there is no such order; the orders are then
    /// such that the graph is consistent without the event that was added last, if they were before.
    fn find_orders(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        demands: &mut Demands<'_>,
    ) -> Result<bool, Unfinished>;
}

/// What the consistency of a graph is a matter of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Of each location alone, and of which writes are known by views, whatever the order of others is. So a read may always
    /// read from a write in its causal prefix, if all other writes in there certainly precede that one.
    Views,
    /// Of [known positions](Model::known_position) alone; but what is known depends on the order at other locations.
    Positions,
    /// Of more.
    Cycles,
}
