//! The common part of TSO and PSO: stores become visible late, but everywhere at once. So one
//! relation on events must be acyclic, ghb = ppo ∪ fence ∪ rfe ∪ co ∪ fr, beside coherence of each
//! location [cats §4].
//!
//! The C11 orderings mean the machine code that a compiler makes of them: a seq_cst store is
//! followed by a full fence; an rmw, and also a compare-exchange that fails, is one locked
//! instruction and orders all accesses around it; a seq_cst fence is a full fence. Weaker fences
//! order nothing under TSO.
//!
//! The creation and the join of a thread are system calls, which order all accesses around them.
//! All accesses of the thread come after its creation and, its stores included, before its join.
//!
//! po is not transitive once it has lost its store→load pairs. So the search below follows, from
//! each event, as many later events as are not reached through one of them.

use porf_entity::{FenceOrdering, WriteOrdering};
use porf_graph::{EventId, Graph, Label, ReadKind, Source};

use crate::coherence::{coherence_successor, has_coherence_successor};
use crate::search::CycleSearch;

/// The role of an event in the order of its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// A load that is not part of an rmw: ordered before all later events.
    Load,
    /// A store.
    Store {
        /// Whether it has a store-store fence before it.
        fenced: bool,
        /// Whether it is ordered before all later events.
        before_all: bool,
    },
    /// A full fence or half of an rmw: ordered with all events around it.
    Full,
    /// A store-store fence.
    StoreStore,
    /// An event that orders nothing and is not ordered.
    Nothing,
}

/// The role of an event when stores are kept in order (TSO) or not (PSO).
pub(crate) fn role(graph: &Graph, event: EventId, stores_in_order: bool) -> Role {
    match graph.event(event).label {
        Label::Read(read) if read.kind == ReadKind::Load => Role::Load,
        Label::Read(_) => Role::Full,
        Label::Write(write) if write.exclusive => Role::Full,
        Label::Addition(_) => Role::Full,
        Label::Write(write) => Role::Store {
            fenced: write.ordering.is_release(),
            before_all: write.ordering == WriteOrdering::SeqCst,
        },
        Label::Fence(FenceOrdering::SeqCst) | Label::Spawn(_) | Label::Join(_) | Label::Barrier { .. } => {
            Role::Full
        }
        Label::Fence(ordering) if !stores_in_order && ordering.is_release() => Role::StoreStore,
        Label::Fence(_) | Label::Wait { .. } | Label::Choice(_) | Label::Free { .. } => Role::Nothing,
    }
}

/// Whether `event`, just added, closes no cycle of ghb.
pub(crate) fn global_order_is_acyclic(
    search: &mut CycleSearch,
    graph: &Graph,
    event: EventId,
    stores_in_order: bool,
) -> bool {
    !has_coherence_successor(graph, event)
        || !search.has_cycle_through(graph, event, |id, out| {
            push_fixed_successors(graph, id, stores_in_order, out);
            out.extend(coherence_successor(graph, id));
        })
}

/// Pushes the events that directly follow an event in ghb without co and fr.
pub(crate) fn push_fixed_successors(
    graph: &Graph,
    id: EventId,
    stores_in_order: bool,
    out: &mut Vec<EventId>,
) {
    let thread = graph.event(id).thread;
    push_later_in_thread(graph, id, stores_in_order, out);
    out.extend(graph.join_of(thread));
    match graph.event(id).label {
        Label::Write(write) => {
            let readers = graph.readers(write.location, Source::Write(id));
            out.extend(readers.filter(|&reader| graph.event(reader).thread != thread));
        }
        Label::Spawn(child) => {
            push_ordered(graph.thread_events(child), |id| role(graph, id, stores_in_order), out);
            out.extend(graph.join_of(child));
        }
        Label::Barrier { .. } => out.extend(graph.departures_after(id)),
        _ => {}
    }
}

/// Pushes later events of the thread that ppo ∪ fence puts after the event. It pushes enough of
/// them that all others follow by transitivity.
fn push_later_in_thread(graph: &Graph, event: EventId, stores_in_order: bool, out: &mut Vec<EventId>) {
    let own = graph.thread_events(graph.event(event).thread);
    let later = &own[graph.event(event).index as usize + 1..];
    let role_of = |id| role(graph, id, stores_in_order);
    match role_of(event) {
        Role::Nothing => {}
        Role::Load | Role::Full | Role::Store { before_all: true, .. } => push_ordered(later, role_of, out),
        Role::Store { before_all: false, .. } if stores_in_order => {
            let follows = |id| matches!(role_of(id), Role::Full | Role::Store { .. });
            out.extend(later.iter().copied().find(|&id| follows(id)));
        }
        Role::Store { before_all: false, .. } => {
            let is_fence =
                |id| matches!(role_of(id), Role::Full | Role::StoreStore | Role::Store { fenced: true, .. });
            if let Some(fence) = later.iter().position(|&id| is_fence(id)) {
                push_stores(&later[fence..], role_of, out);
            }
        }
        Role::StoreStore => push_stores(later, role_of, out),
    }
}

/// Pushes the events after an event that is ordered before all later ones, up to the next such
/// event.
fn push_ordered(later: &[EventId], role_of: impl Fn(EventId) -> Role, out: &mut Vec<EventId>) {
    for &id in later {
        match role_of(id) {
            Role::Nothing => continue,
            Role::Load | Role::Full | Role::Store { before_all: true, .. } => {
                out.push(id);
                return;
            }
            Role::Store { .. } | Role::StoreStore => out.push(id),
        }
    }
}

/// Pushes the stores after a store-store fence, up to the next event that is ordered before all
/// later ones.
fn push_stores(later: &[EventId], role_of: impl Fn(EventId) -> Role, out: &mut Vec<EventId>) {
    for &id in later {
        match role_of(id) {
            Role::Store { .. } => out.push(id),
            Role::Full | Role::StoreStore => {
                out.push(id);
                return;
            }
            Role::Load | Role::Nothing => {}
        }
    }
}
