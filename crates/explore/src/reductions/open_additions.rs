//! Open additions: the order of additions whose results nobody uses is left open where nobody can
//! tell it [await §II-C].
//!
//! N threads that each add to a counter have N! executions, one for each order. If no thread uses
//! the result of its addition (the addition is [blind](Remark::Blind)), and every other access to
//! the counter comes before or after each addition, then one execution stands for all of them.
//!
//! # The rule
//!
//! An *open addition* is one event of its own kind ([`Label::Addition`]). It has no source and no
//! place in coherence order, and is in no relation with events of other threads. So nothing is
//! chosen when it is added, it revisits nothing, and it is always maximal. A read of its location
//! from a write w, or from the initial write, gets the value of w and all additions in the graph
//! that do not happen before w, in any order, since they commute.
//!
//! A location is presumed to have open additions. These conditions are checked whenever an event
//! is added:
//!
//! 1. All open additions to the location commute: additions and subtractions among each other, and
//!    `and`, `or`, `xor`, minima and maxima each with themselves.
//! 2. Every other access to the location, and the end of its object, is ordered with each addition
//!    by happens-before. A thread that waits for a value there, attempts included, is not. Under
//!    PSO, where stores may be overtaken, a store to the location
//!    [precedes](ExecutionCore::precedes) the additions of other threads that it happens before.
//! 3. Some models have a condition on the additions themselves, see below.
//!
//! If one of them is violated, exploration restarts, and the additions to that location keep
//! their order: each is a read and a write as usual.
//!
//! # Why each class of executions is explored once
//!
//! Call G an execution of the program and M(G) the graph in which the additions to some locations
//! are open: a read from an addition reads from the last write before it in coherence order that is
//! no open addition. *Classes* are the executions with the same M(G). Assume that no condition is
//! violated in any graph that is explored.
//!
//! *M(G) is explored.* Take G's events in an order that extends porf. As long as the conditions
//! hold, M(G) has the values of G: a read of such a location has the additions that happen before
//! it behind it by coherence, and no others. The relations of M(G) are contained in the transitive
//! closure of those of G (where G has a chain of additions between a write and its reader, release
//! sequences go through the chain, too), so that M(G) is consistent and is explored. If the next
//! event violates a condition, then it can be added to M(G), too, with the source that M gives it,
//! which does not order it with more additions than its source in G does. That graph is explored,
//! and so the violation is found. A thread that waits for a value may violate a condition without
//! an event; it is found at the end of the execution.
//!
//! *Each graph M that is explored is M(G) for some G.* It remains to find an order of the
//! additions, with the edges of which M stays consistent.
//!
//! - SC, TSO, PSO: M has no cycle of the relation that must be acyclic, so this relation can be
//!   extended to a line of all events. The additions take their order on that line, and so the
//!   edges of rf, co and fr between them point forward. So do those to other accesses, since each
//!   of these is ordered with the additions: happens-before goes from an access to another thread
//!   by its write, or by an event that orders all accesses. In TSO and PSO that write does not
//!   overtake a read, nor an addition, which is a locked instruction and [orders](porf_models) all
//!   accesses around it. Nor does it overtake a store in TSO; for PSO see the second condition.
//! - RC11, C++20: if no addition to the location releases, or none acquires, then the edges between
//!   additions do not synchronise. (An addition may hand on the release sequence of an earlier
//!   write. That write happens before the additions by the second condition.) The additions take
//!   their order on a line that extends porf. Then hb is that of M, and eco between an addition and
//!   another access agrees with hb. The order of seq_cst events has new edges only between fences,
//!   by hb; eco; hb. So the graph must not have fences. Otherwise the third condition has to hold:
//!   behind each addition that may synchronise, or, if there are fences, behind every addition, its
//!   thread makes open additions only; and all threads with such additions that are joined are
//!   joined by one thread. Then the additions take the order in which their threads are joined,
//!   those that are never joined last. Let a come before b in that order. Whatever comes after b
//!   comes after the join of b's thread, and that is after the join of a's thread, so in hb, and in
//!   po for seq_cst events, nothing but additions comes after a because of the new edges. A cycle
//!   with new edges would be one without.
//! - RA: as above, where each addition may synchronise. The condition is needed: `y = 1; x++; a =
//!   z` and `z = 1; x++; b = y` do not end with a = b = 0 in any order, but would if the order were
//!   open.
//!
//! # Other reductions
//!
//! - Happens-before lacks the edges between additions, so it is not larger than in any G. Whatever
//!   asks whether an access is ordered errs on the safe side.
//! - Reads-from equivalence: values do not depend on coherence order, and the argument above is the
//!   same for M with the orders of some locations left out.
//! - Symmetric threads: open additions of symmetric threads are alike, as fences are.
//! - Errors: under SC, TSO and PSO a data race of M may be none in any G, and an execution is
//!   reported with all its edges. So an error in a graph with open additions does not count:
//!   exploration restarts with all orders kept.
//! - Under models from files, and where threads help each other, orders are kept.

use porf_entity::{Content, FetchOp, RmwOp, RmwOrdering, ThreadId, Value};
use porf_graph::{Event, EventId, Graph, Label, LocationId, Source};
use porf_models::{MemoryModel, Model, ModelKind};
use porf_program::{Action, Answer, Program, Remark};

use crate::execution_core::{ExecutionCore, Origin, Paused};
use crate::options::Options;
use crate::restart::{Change, Knowledge};

/// The number of locations whose orders are kept one by one. Each costs a restart.
const MOST_KEPT: usize = 8;

/// The blind additions whose order may be left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpenAdditions {
    /// None.
    None,
    /// All.
    All,
    /// All to locations to which stores precede them although stores may be overtaken.
    BehindStores,
    /// Those that do not synchronise, and the last actions of threads.
    Silent,
    /// The last actions of threads.
    Last,
}

impl OpenAdditions {
    /// The additions whose order may be left open, given the options and the program.
    pub(crate) fn new<P: Program>(program: &P, options: &Options<'_>, knowledge: &Knowledge) -> Self {
        let features = program.features();
        if !options.independent_adds
            || !features.blind_additions
            || features.annotations
            || knowledge.keeps_all_orders
        {
            return Self::None;
        }
        match options.model {
            MemoryModel::BuiltIn(ModelKind::Sc | ModelKind::Tso) => Self::All,
            MemoryModel::BuiltIn(ModelKind::Pso) => Self::BehindStores,
            MemoryModel::BuiltIn(ModelKind::Rc11 | ModelKind::Cpp20) => Self::Silent,
            MemoryModel::BuiltIn(ModelKind::Ra) => Self::Last,
            MemoryModel::File(_) => Self::None,
        }
    }

    fn may_synchronise(self) -> bool {
        matches!(self, Self::Silent | Self::Last)
    }
}

/// The operations that commute with an operation, by one of them; `None` if there are none.
fn commuting(op: FetchOp) -> Option<FetchOp> {
    match op {
        FetchOp::Nand => None,
        FetchOp::Sub => Some(FetchOp::Add),
        _ => Some(op),
    }
}

/// The content that a read from a source gets: the source's, and the open additions behind it.
pub(crate) fn content_with_additions<S>(
    graph: &Graph,
    paused: &Paused<S>,
    location: LocationId,
    source: Source,
    content: Content,
) -> Content {
    let Some(value) = content.defined() else { return content };
    let before = source.write().map(|write| graph.happens_before(write));
    let mut sum: Value = value;
    for &addition in graph.additions() {
        let event = graph.event(addition);
        if event.label == Label::Addition(location)
            && !before.is_some_and(|before| before.contains(event))
            && let Action::Rmw { op, size, .. } = paused.step(graph, addition).action
        {
            sum = op.apply(sum, size).unwrap_or(sum);
        }
    }
    sum.into()
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Returns whether the next action of a thread is an addition to a location whose order is left
    /// open.
    #[inline]
    pub(crate) fn is_open_addition(&self, thread: ThreadId, location: LocationId) -> bool {
        self.open_additions != OpenAdditions::None && self.is_blind_addition(thread, location)
    }

    fn is_blind_addition(&self, thread: ThreadId, location: LocationId) -> bool {
        let step = self.state.next(thread);
        let Action::Rmw { op: RmwOp::Fetch { op, .. }, wait: None, .. } = step.action else { return false };
        commuting(op).is_some()
            && self.program.remark(&step.state) == Some(Remark::Blind)
            && !self.knowledge.kept_orders.contains(&self.bytes(location))
            && self.state.graph.unfinished_rmw(thread).is_none()
    }

    /// Appends an addition whose order is left open. The thread does not use the answer.
    pub(crate) fn append_addition(&mut self, thread: ThreadId, location: LocationId) -> EventId {
        let after = self.resume(thread, Answer::Read(Value(0)), Origin::Nowhere);
        let is_first = !self.has_additions(location);
        self.summary.merged_adds |= !is_first;
        let event = self.state.graph.add_addition(thread, location);
        self.state.pause(Some(after));
        event
    }

    /// Returns whether there are open additions to a location.
    #[inline]
    pub(crate) fn has_additions(&self, location: LocationId) -> bool {
        let graph = &self.state.graph;
        graph.additions().iter().any(|&it| graph.event(it).label == Label::Addition(location))
    }

    /// Restarts exploration with the order of the additions to a location kept.
    #[cold]
    pub(crate) fn keep_order(&mut self, location: LocationId) -> Change {
        let bytes = self.bytes(location);
        self.knowledge.kept_orders.insert(bytes);
        self.knowledge.keeps_all_orders |= self.knowledge.kept_orders.len() > MOST_KEPT;
        Change::Learn
    }

    /// Checks that an error does not come from an order that was left open: exploration restarts
    /// with all orders kept.
    pub(crate) fn confirm_error(&mut self) -> Result<(), Change> {
        if self.state.graph.additions().is_empty() {
            return Ok(());
        }
        self.knowledge.keeps_all_orders = true;
        Err(Change::Learn)
    }

    /// Checks that no thread waits for a value of a location with open additions.
    pub(crate) fn check_waiting_for_additions(&mut self) -> Result<(), Change> {
        if self.state.graph.additions().is_empty() {
            return Ok(());
        }
        let waits_at = |thread: ThreadId| match self.action(thread) {
            action @ (Action::Load { address, size, .. } | Action::Rmw { address, size, .. }) => {
                self.wait(action).and_then(|_| self.locations.find(address, size))
            }
            _ => None,
        };
        let waited_for = self.state.paused.threads(&self.state.graph).filter_map(waits_at);
        let found = waited_for.into_iter().find(|&location| self.has_additions(location));
        found.map_or(Ok(()), |location| Err(self.keep_order(location)))
    }

    /// Checks that an event just added does not tell an order that is left open.
    #[cold]
    pub(crate) fn check_additions(&mut self, event: EventId) -> Result<(), Change> {
        match self.told_by(event).or_else(|| self.synchronising(event)) {
            Some(location) => Err(self.keep_order(location)),
            None => Ok(()),
        }
    }

    /// The location of additions that an event is not ordered with.
    fn told_by(&self, id: EventId) -> Option<LocationId> {
        let graph = &self.state.graph;
        let known = graph.happens_before(id);
        let unordered = |is_at: &dyn Fn(LocationId) -> bool| {
            graph.additions().iter().find_map(|&addition| {
                let event = graph.event(addition);
                let location = event.location_or_sum()?;
                (is_at(location) && !known.contains(event)).then_some(location)
            })
        };
        match graph.event(id).label {
            Label::Read(read) => unordered(&|location| location == read.location),
            Label::Write(write) => unordered(&|location| location == write.location),
            Label::Free { base, size } => unordered(&|location| {
                let address = self.locations.info(location).address;
                address.0.checked_sub(base.0).is_some_and(|offset| offset < size.max(1))
            }),
            Label::Addition(location) => (!self.may_be_open(id, location)).then_some(location),
            Label::Wait { location, .. } => self.has_additions(location).then_some(location),
            Label::Fence(_) | Label::Spawn(_) | Label::Join(_) | Label::Choice(_) | Label::Barrier { .. } => {
                None
            }
        }
    }

    /// Returns whether an addition just added commutes with the others, and comes behind all other
    /// accesses to its location.
    fn may_be_open(&self, id: EventId, location: LocationId) -> bool {
        let graph = &self.state.graph;
        let (event, known) = (graph.event(id), graph.happens_before(id));
        let others = || graph.additions().iter().copied().filter(|&it| it != id);
        let operation = |addition: EventId| match self.state.step(addition).action {
            Action::Rmw { op: RmwOp::Fetch { op, .. }, .. } => commuting(op),
            _ => None,
        };
        let is_at = |addition: EventId, location| graph.event(addition).label == Label::Addition(location);
        let overlaps = |addition| self.locations.overlapping(location).iter().any(|&it| is_at(addition, it));
        let commute = others().all(|other| match is_at(other, location) {
            true => operation(other) == operation(id),
            false => !overlaps(other),
        });
        let is_ordered = graph.last_accesses(location).iter().all(|&last| known.contains(graph.event(last)));
        let waits = |&wait: &EventId| matches!(graph.event(wait).label, Label::Wait { location: at, .. } if at == location);
        let is_overtaken = |&write: &EventId| {
            let store = graph.event(write);
            store.thread != event.thread
                && store.as_write().is_some_and(|write| !write.exclusive)
                && !self.precedes(write, id)
        };
        let address = self.locations.info(location).address;
        commute
            && is_ordered
            && !graph.waits().iter().any(waits)
            && self.value_of(location, graph.latest_write(location)).is_some()
            && (self.open_additions != OpenAdditions::BehindStores
                || !graph.writes(location).iter().any(is_overtaken))
            && self.free_of(address).is_none()
            && self.program.owner(address).is_none_or(|owner| self.knows_allocation(id, owner))
    }

    /// The location of an addition that must be the last action of its thread, after an event is
    /// added, and is not; or of one whose thread another thread joins than that of other such
    /// additions.
    fn synchronising(&self, id: EventId) -> Option<LocationId> {
        let graph = &self.state.graph;
        let is_addition = |event: &Event| matches!(event.label, Label::Addition(_));
        let matters = matches!(graph.event(id).label, Label::Addition(_) | Label::Fence(_) | Label::Join(_))
            || graph.predecessor(id).is_some_and(|before| is_addition(graph.event(before)));
        if !self.open_additions.may_synchronise() || !matters {
            return None;
        }
        let has_fences = graph.events().any(|event| matches!(graph.event(event).label, Label::Fence(_)));
        let mut joiner = None;
        let additions = graph.additions().iter().copied();
        let mut synchronising = additions.filter(|&it| has_fences || self.may_synchronise(it));
        let wrong = synchronising.find(|&addition| {
            let Event { thread, index, .. } = *graph.event(addition);
            let behind = &graph.thread_events(thread)[index as usize + 1..];
            let joined_by = graph.join_of(thread).map(|join| graph.event(join).thread);
            let is_other = joined_by.is_some_and(|it| *joiner.get_or_insert(it) != it);
            is_other || !behind.iter().all(|&event| is_addition(graph.event(event)))
        });
        wrong.and_then(|addition| graph.event(addition).location_or_sum())
    }

    /// Returns whether an addition may synchronise with others to the same location.
    fn may_synchronise(&self, addition: EventId) -> bool {
        let graph = &self.state.graph;
        let ordering = |addition: EventId| match self.state.step(addition).action {
            Action::Rmw { ordering, .. } => ordering,
            _ => RmwOrdering::Relaxed,
        };
        let acquires = |addition: EventId| ordering(addition).read().is_acquire();
        let releases = |addition: EventId| ordering(addition).write().is_release();
        let label = graph.event(addition).label;
        let mut same = graph.additions().iter().copied().filter(|&it| graph.event(it).label == label);
        self.open_additions == OpenAdditions::Last
            || (acquires(addition) || releases(addition)) && same.clone().any(acquires) && same.any(releases)
    }
}
