//! Units: parts of an exploration that any explorer can take over.
//!
//! A unit is a subtree of the tree of choices: a partial execution, and the alternative to take from
//! there. Subtrees of different alternatives share nothing, and all of them together are the whole
//! tree. The partial execution is a recipe. An explorer that takes a unit over makes the events again,
//! one by one and in the order in which they were added, by resuming the threads from the same
//! answers; so a unit has neither paused threads nor views, and events are known by their numbers in
//! it.
//!
//! The order of addition matters, since it decides later whether events are
//! [maximal](crate::graph_explorer). A read that a write has revisited comes before that write. It is
//! added without a source, and is given its source when the write is there, as it was in the beginning.

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Graph, Label, ReadKind, Source};
use serde::{Deserialize, Serialize};

/// A partial execution and the alternative to take from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Unit {
    /// The events, in the order in which they were added.
    pub(crate) events: Vec<UnitEvent>,
    /// The alternative.
    pub(crate) branch: Branch,
}

/// An event: its thread, and the part that the program does not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct UnitEvent {
    pub(crate) thread: ThreadId,
    pub(crate) choice: UnitChoice,
}

/// The number of an event of a unit; `None` for the initial write.
pub(crate) type Number = Option<usize>;

/// The part of an event that the program does not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum UnitChoice {
    /// Nothing.
    Nothing,
    /// A read from this source, which may be a later event.
    Read { source: Number, spurious: bool },
    /// A failed attempt because of this write, which may be a later event.
    Attempt { source: Number },
    /// A write directly behind this one in coherence order, of those that come earlier in the unit.
    Write { behind: Number },
    /// An addition whose order is left open.
    Addition,
    /// The alternative that is chosen.
    Chosen(u64),
}

/// An alternative to the way in which the events of a unit went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Branch {
    /// A thread reads from the source.
    Read { thread: ThreadId, source: Number, spurious: bool },
    /// The last event, a write, has this position in coherence order; `revisited` reads from it.
    Place { position: usize, revisited: Number },
    /// The last event, a write, revisits a read.
    Revisit { read: usize, spurious: bool },
    /// A thread chooses this alternative, or any one up to `count`.
    Choose { thread: ThreadId, choice: u64, count: u64 },
    /// A thread's rmw reads from the source, from which another rmw has read, and its write
    /// revisits a read.
    Displace { thread: ThreadId, source: Number, read: usize, spurious: bool },
}

impl Unit {
    /// The first events of a graph, with an alternative.
    pub(crate) fn new(graph: &Graph, length: usize, branch: Branch) -> Self {
        let events = graph
            .events()
            .take(length)
            .map(|id| UnitEvent { thread: graph.event(id).thread, choice: UnitChoice::of(graph, id) });
        Self { events: events.collect(), branch }
    }
}

impl UnitChoice {
    fn of(graph: &Graph, id: EventId) -> Self {
        match graph.event(id).label {
            Label::Read(read) => {
                Self::Read { source: number(read.source), spurious: read.kind == ReadKind::SpuriousFailure }
            }
            Label::Wait { source, .. } => Self::Attempt { source: number(source) },
            Label::Write(write) => {
                let before = &graph.writes(write.location)[..graph.position(Source::Write(id)) - 1];
                Self::Write { behind: before.iter().rfind(|&&other| other < id).map(|other| other.index()) }
            }
            Label::Choice(choice) => Self::Chosen(choice),
            Label::Addition(_) => Self::Addition,
            Label::Fence(_)
            | Label::Spawn(_)
            | Label::Join(_)
            | Label::Barrier { .. }
            | Label::Free { .. } => Self::Nothing,
        }
    }
}

/// The number of a write in a unit.
pub(crate) fn number(source: Source) -> Number {
    source.write().map(|write| write.index())
}
