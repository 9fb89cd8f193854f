//! Memory models: the conditions under which an execution graph is consistent.
//!
//! Every model has porf acyclic and rmws atomic. Exploration guarantees both by the way it builds
//! graphs: a read reads from a write that is in the graph already, and an exclusive write goes
//! directly behind the source of its read. The remaining conditions are asked through [`Model`],
//! always about one event that was just added to a graph that was consistent without it.

mod coherence;
mod cpp20;
mod from_file;
mod kind;
mod psc;
mod pso;
mod ra;
mod races;
mod rc11;
mod sc;
mod search;
mod seq_cst_order;
mod store_order;
mod tso;
mod witness;

pub use from_file::{FileModel, FromFile};
pub use kind::{MemoryModel, ModelKind, UnknownModel};
pub use pso::Pso;
pub use ra::Ra;
pub use races::{Race, find_races};
pub use rc11::{C11, Cpp20, Rc11};
pub use sc::Sc;
pub use tso::Tso;
pub use witness::{Demands, Unfinished};

use porf_entity::{LibraryId, OrderingMeaning};
use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::witness::blocks::Knowledge;

/// A callback that returns whether a search shall go on. The search calls it about once for every
/// pass over all events.
pub type GoOn<'a> = &'a mut dyn FnMut() -> bool;

/// A memory model. The receiver is mutable because a model may keep scratch memory. The answers
/// depend on the arguments alone.
pub trait Model: Send {
    /// Learns that a location belongs to a library: the axioms of the library are about accesses to
    /// it. The location of an item in a pool belongs to the object of the pool, others are an object.
    fn assign(&mut self, _location: LocationId, _library: LibraryId, _object: LocationId) {}

    /// Whether it matters which function of a library an event is a call of.
    fn distinguishes_functions(&self) -> bool {
        false
    }

    /// The rule by which reads-from edges synchronise, for happens-before and so for data races.
    fn synchronisation(&self) -> Synchronisation;

    /// The part of the orderings that has a meaning.
    fn orderings(&self) -> OrderingMeaning;

    /// Whether an execution stays consistent if the ordering of a read becomes weaker.
    fn allows_weaker_reads(&self) -> bool {
        true
    }

    /// Whether an event may depend on an event of another thread by rf without being ordered after it
    /// for data races.
    fn leaves_unordered(&self) -> bool {
        self.synchronisation().by_orderings()
    }

    /// Writes into `counts`, for each thread, the number of its events that are certainly ordered
    /// before an event for data races, whatever way the model has to report these. The own thread's
    /// number does not matter.
    fn ordered_before(&mut self, graph: &Graph, event: EventId, counts: &mut Vec<u32>) {
        counts.clear();
        counts.extend_from_slice(graph.happens_before(event).counts());
    }

    /// The position in the location's coherence order of the last write that is known to a thread
    /// whose last event is `last`. It is 0, the position of the initial write, if the thread knows
    /// no other write.
    ///
    /// The next access of the thread to the location must not ignore this write: a read may read
    /// only from this position or a later one, and a write must be placed after it.
    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize;

    /// Whether a graph is consistent, given two facts: the graph without `event`, which has no
    /// successor in program order, is consistent, and `event` respects
    /// [`known_position`](Self::known_position). In some models these two facts suffice.
    fn is_consistent(
        &mut self,
        _graph: &Graph,
        _event: EventId,
        _go_on: GoOn<'_>,
    ) -> Result<bool, Unfinished> {
        Ok(true)
    }

    /// As [`known_position`](Self::known_position), but of a write that the thread knows in every
    /// coherence order.
    fn certain_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        self.known_position(graph, last, location)
    }

    /// A position of the location's coherence order, as it stands, such that the next access of a
    /// thread with this last event may read from every write at this position or a later one.
    fn safe_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        self.known_position(graph, last, location)
    }

    /// Whether it is certain, and quickly seen, that the first write to a location precedes the
    /// second in every coherence order of a graph with these two writes, their prefixes, and those
    /// readers of the second that count. The answer may miss that the write of an rmw follows the
    /// source of the rmw. The default implementation is for models that forbid every graph that RA
    /// forbids.
    fn precedes(
        &mut self,
        graph: &Graph,
        first: EventId,
        second: EventId,
        counts: impl Fn(EventId) -> bool,
    ) -> bool {
        Knowledge::Causal.precedes(graph, first, second, counts)
    }

    /// Whether the readers of a write know all earlier writes of its thread.
    fn publishes(&self, _graph: &Graph, _write: EventId) -> bool {
        true
    }

    /// The criterion that decides about the consistency of this graph.
    fn criterion(&self, graph: &Graph) -> Criterion;

    /// Whether complete executions have to be judged, since not all axioms can be asked about one
    /// event after the other.
    fn is_filtering(&self) -> bool {
        false
    }

    /// The judgement about a complete execution.
    fn judge(&mut self, _graph: &Graph, _go_on: GoOn<'_>) -> Result<Judgement, Unfinished> {
        Ok(Judgement::default())
    }

    /// Looks for coherence orders that meet the demands and make a graph consistent, and leaves
    /// them in the graph. The graph as it stands is not consistent, or does not meet the demands,
    /// on account of accesses to `location` (and the locations whose last writes are demanded)
    /// alone. The search is exact: it returns `false` exactly if there is no such order. Then the
    /// orders left in the graph are such that the graph without the latest event is consistent, if
    /// it was before.
    fn find_orders(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        demands: &mut Demands<'_>,
    ) -> Result<bool, Unfinished>;
}

/// The judgement about a complete execution, by the checks of a model that are not asked before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// Whether the execution is consistent.
    pub is_consistent: bool,
    /// The checks that report the execution, by their places in the model: flags that hold, and
    /// conditions of defined behaviour that fail.
    pub reports: Vec<usize>,
}

impl Default for Judgement {
    /// A consistent execution that no check reports.
    fn default() -> Self {
        Self { is_consistent: true, reports: Vec::new() }
    }
}

/// The facts that decide about the consistency of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Consistency is decided for each location alone, and views give the writes that are known,
    /// whatever the order of other writes is. So a read may always read from a write in its causal
    /// prefix, if all other writes in that prefix certainly precede that one.
    Views,
    /// Consistency is decided by [known positions](Model::known_position) alone, but a known
    /// position depends on the orders of other locations.
    Positions,
    /// Consistency needs more than known positions: a relation must be acyclic.
    Cycles,
}
