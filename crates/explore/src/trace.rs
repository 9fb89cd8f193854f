//! An execution as a recipe: the choices, event by event, that make it again without exploring any
//! other execution.

use serde::{Deserialize, Serialize};
use std::fmt;

use porf_entity::{AccessSize, Address, EntityId, ThreadId};
use porf_graph::{EventId, Graph, Label, ReadKind, Source};

use rustc_hash::FxHashSet;

use crate::restart::Knowledge;
use crate::sink::{Execution, Lasso};

/// The recipe of an execution: its events in an order in which each can be added, and the error to
/// look for at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trace {
    /// The events; sources and other threads' events come before the events that depend on them.
    pub events: Vec<TraceEvent>,
    /// The thread that is about to make an error, if one thread makes it.
    pub failing: Option<ThreadId>,
    /// Whether the threads run on from there for ever.
    pub endless: bool,
    /// The locations at which loops must not leave out writes, because another thread might observe
    /// them.
    pub observed: Vec<(Address, AccessSize)>,
    /// The locations that are not awaited, because they are written non-atomically.
    pub unawaited: Vec<(Address, AccessSize)>,
    /// The barriers at which threads count arrivals in memory.
    pub uncounted: Vec<Address>,
}

/// The next event of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceEvent {
    /// The thread.
    pub thread: ThreadId,
    /// The choice, which the thread's program does not determine.
    pub choice: TraceChoice,
}

/// The part of an event that the program does not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TraceChoice {
    /// Nothing.
    None,
    /// The source of a read: the number of an earlier event of the trace, or the initial value.
    Read {
        /// The write.
        source: Option<usize>,
        /// Whether the compare-exchange fails spuriously.
        spurious: bool,
    },
    /// The place of a write in coherence order: directly behind an earlier event of the trace, or
    /// behind the initial write.
    Write {
        /// The write before it, of those that come earlier in the trace.
        behind: Option<usize>,
    },
    /// The alternative that is chosen.
    Choice(u64),
}

/// A trace does not fit the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceMismatch {
    /// The number of the event that does not fit.
    pub event: usize,
}

impl fmt::Display for TraceMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} is not one that the program can take", self.event + 1)
    }
}

impl std::error::Error for TraceMismatch {}

impl Trace {
    /// The recipe of an execution.
    pub fn of<S>(execution: &Execution<'_, S>, failing: Option<ThreadId>) -> Self {
        Self::of_events(execution, execution.graph().len(), failing)
    }

    /// The recipe of an execution that never ends.
    pub fn of_endless<S>(execution: &Execution<'_, S>, lasso: &Lasso) -> Self {
        Self { endless: true, ..Self::of_events(execution, lasso.explored, None) }
    }

    /// The recipe of the first events of an execution.
    fn of_events<S>(execution: &Execution<'_, S>, count: usize, failing: Option<ThreadId>) -> Self {
        let graph = execution.graph();
        let order = causal_order(graph, count);
        let mut numbers = vec![None; graph.len()];
        let mut events = Vec::with_capacity(order.len());
        for &id in &order {
            let event = graph.event(id);
            let number_of = |id: EventId| numbers[id.index()];
            let choice = match event.label {
                Label::Read(read) => TraceChoice::Read {
                    source: read.source.write().and_then(number_of),
                    spurious: read.kind == ReadKind::SpuriousFailure,
                },
                Label::Write(write) => {
                    let before = &graph.writes(write.location)[..graph.position(Source::Write(id)) - 1];
                    TraceChoice::Write { behind: before.iter().rev().find_map(|&other| number_of(other)) }
                }
                Label::Choice(choice) => TraceChoice::Choice(choice),
                // Failed attempts leave no trace.
                Label::Wait { .. } => continue,
                Label::Fence(_)
                | Label::Spawn(_)
                | Label::Join(_)
                | Label::Barrier { .. }
                | Label::Addition(_)
                | Label::Free { .. } => TraceChoice::None,
            };
            numbers[id.index()] = Some(events.len());
            events.push(TraceEvent { thread: event.thread, choice });
        }
        let sorted = |locations: &FxHashSet<(Address, AccessSize)>| {
            let mut sorted: Vec<(Address, AccessSize)> = locations.iter().copied().collect();
            sorted.sort_unstable();
            sorted
        };
        let Knowledge { observed, unawaited, uncounted, .. } = execution.knowledge;
        let mut uncounted: Vec<Address> = uncounted.iter().copied().collect();
        uncounted.sort_unstable();
        Self {
            events,
            failing,
            endless: false,
            observed: sorted(observed),
            unawaited: sorted(unawaited),
            uncounted,
        }
    }
}

/// The first events in an order that extends po ∪ rf, with the events that create threads before
/// those threads' own.
fn causal_order(graph: &Graph, count: usize) -> Vec<EventId> {
    // Attempts, which leave no trace, do not count, so that the order is the same however often
    // threads tried.
    let size = |id: &EventId| {
        let prefix = graph.causal(*id);
        let attempts = graph.waits().iter().filter(|&&wait| prefix.contains(graph.event(wait))).count();
        prefix.counts().iter().map(|&count| count as usize).sum::<usize>() - attempts
    };
    let mut order: Vec<EventId> = graph.events().take(count).collect();
    // The causal prefix of an event is larger than that of any event in it.
    order.sort_by_cached_key(|id| (size(id), graph.event(*id).thread, graph.event(*id).index));
    order
}
