//! Orders of seq_cst accesses and fences: what RC11 and C++20 have in common.
//!
//! Each of the two models has a relation between seq_cst events that must have no cycle:
//! [psc](crate::psc) and [the order S](crate::cpp20). Both are contained in (po ∪ rf ∪ co ∪ fr)⁺, and
//! both contain po, rf, co and fr between seq_cst events.
//!
//! So three steps decide whether an event just added closes a cycle. The event must lie on a cycle
//! of po ∪ rf ∪ co ∪ fr. And a cycle of these between seq_cst events is a cycle of the relation. Both
//! steps are quick. The remaining cycles go partly through weaker events. The relation itself
//! decides about them, which is computed pair by pair.
//!
//! Two facts make that cheap. Events that happen before or after a given one are a prefix or a
//! suffix of each thread, known from the views. And eco on a location is the order of *ranks*,
//! where the write at coherence position p has rank 2p, and a read from it rank 2p + 1: eco(x, y)
//! exactly if rank(x) < rank(y). So hb; eco; hb leads from one fence to another exactly if, at some
//! location, the least rank after the one is less than the greatest rank before the other.

use porf_entity::{EntityId, Relation, ThreadId};
use porf_graph::{EventId, Graph, Label, Source, Synchronisation};

use crate::coherence::has_coherence_successor;
use crate::sc::push_sc_successors;
use crate::search::CycleSearch;
use crate::{GoOn, Unfinished};

/// A relation between seq_cst events that must have no cycle.
pub trait SeqCstOrder: Send {
    /// The rule by which reads-from edges synchronise.
    const SYNCHRONISATION: Synchronisation;

    /// Returns whether the relation holds between two different seq_cst events. Fences come with
    /// their ranks.
    fn holds(graph: &Graph, from: SeqCstEvent<'_>, to: SeqCstEvent<'_>) -> bool;

    /// The pairs that do not depend on coherence order, which may be between other events, too.
    /// `None` if `go_on` says so.
    fn fixed(program: &FixedRelations, go_on: GoOn<'_>) -> Option<Relation>;

    /// The relation of a partial coherence order, for which `coherence` is co ∪ fr. `fixed` are the
    /// pairs that do not depend on it. `None` if `go_on` says so.
    fn partial(
        program: &FixedRelations,
        fixed: &Relation,
        coherence: &Relation,
        go_on: GoOn<'_>,
    ) -> Option<Relation>;
}

/// A seq_cst access or fence.
#[derive(Clone, Copy)]
pub struct SeqCstEvent<'a> {
    pub(crate) id: EventId,
    /// The ranks before and after it, if it is a fence.
    pub(crate) fence: Option<&'a FenceRanks>,
}

/// Relations between all events that do not depend on coherence order.
pub struct FixedRelations {
    pub(crate) program_order: Relation,
    /// po between events that are not of the same location.
    pub(crate) program_order_elsewhere: Relation,
    /// From the read of a read-modify-write to its write.
    pub(crate) rmw: Relation,
    pub(crate) happens_before: Relation,
    /// hb between events of the same location.
    pub(crate) happens_before_here: Relation,
    pub(crate) reads_from: Relation,
    /// The identity on seq_cst accesses.
    pub(crate) accesses: Relation,
    /// The identity on seq_cst fences.
    pub(crate) fences: Relation,
}

/// Whether the event, just added, closes no cycle of the relation.
pub(crate) fn closes_no_cycle<O: SeqCstOrder>(
    search: &mut CycleSearch,
    graph: &Graph,
    event: EventId,
    go_on: GoOn<'_>,
) -> Result<bool, Unfinished> {
    if graph.seq_cst_events() < 2 || !has_coherence_successor(graph, event) {
        return Ok(true);
    }
    if !search.has_cycle_through(graph, event, |id, out| push_sc_successors(graph, id, out)) {
        return Ok(true);
    }
    let among_seq_cst = graph.event(event).is_seq_cst()
        && search.has_cycle_through(graph, event, |id, out| push_seq_cst_successors(graph, id, out));
    if among_seq_cst { Ok(false) } else { is_acyclic::<O>(graph, go_on) }
}

/// Pushes the first seq_cst events that follow a seq_cst event in po, co or fr, and those that
/// follow it in rf. The other seq_cst events that follow it do so by transitivity.
pub(crate) fn push_seq_cst_successors(graph: &Graph, id: EventId, successors: &mut Vec<EventId>) {
    push_fixed_seq_cst_successors(graph, id, successors);
    let (location, position) = match graph.event(id).label {
        Label::Read(read) => (read.location, graph.position(read.source)),
        Label::Write(write) => (write.location, graph.position(Source::Write(id))),
        _ => return,
    };
    let is_seq_cst = |other: &EventId| graph.event(*other).is_seq_cst();
    successors.extend(graph.writes(location)[position..].iter().copied().find(is_seq_cst));
}

/// As [`push_seq_cst_successors`], but without co and fr. Pushes none for an event that is not
/// seq_cst.
pub(crate) fn push_fixed_seq_cst_successors(graph: &Graph, id: EventId, successors: &mut Vec<EventId>) {
    let event = graph.event(id);
    if !event.is_seq_cst() {
        return;
    }
    let is_seq_cst = |other: &EventId| graph.event(*other).is_seq_cst();
    let later = &graph.thread_events(event.thread)[event.index as usize + 1..];
    successors.extend(later.iter().copied().find(is_seq_cst));
    if let Label::Write(write) = event.label {
        successors.extend(graph.readers(write.location, Source::Write(id)).filter(is_seq_cst));
    }
}

/// Whether the relation has no cycle.
pub(crate) fn is_acyclic<O: SeqCstOrder>(graph: &Graph, go_on: GoOn<'_>) -> Result<bool, Unfinished> {
    let events: Vec<EventId> = graph.events().filter(|&id| graph.event(id).is_seq_cst()).collect();
    let mut fences = Vec::with_capacity(events.len());
    for &id in &events {
        let is_fence = matches!(graph.event(id).label, Label::Fence(_));
        if is_fence && !go_on() {
            return Err(Unfinished::Interrupted);
        }
        fences.push(is_fence.then(|| FenceRanks::of(graph, id)));
    }
    let event = |index: usize| SeqCstEvent { id: events[index], fence: fences[index].as_ref() };
    // One pair may take time linear in the number of accesses to a location.
    let mut goes_on = true;
    let order = Relation::from_predicate(events.len(), |a, b| {
        goes_on = goes_on && (b % 64 != 0 || go_on());
        goes_on && a != b && O::holds(graph, event(a), event(b))
    });
    if goes_on { Ok(order.is_acyclic()) } else { Err(Unfinished::Interrupted) }
}

/// The rank of an access: the order of ranks is eco.
pub(crate) fn rank(graph: &Graph, id: EventId) -> u32 {
    match graph.event(id).label {
        Label::Read(read) => 2 * graph.position(read.source) as u32 + 1,
        _ => 2 * graph.position(Source::Write(id)) as u32,
    }
}

/// The ranks of accesses that happen before and after a fence, by location.
pub(crate) struct FenceRanks {
    /// The least rank of an access that happens after; `u32::MAX` if there is none.
    pub(crate) least_after: Vec<u32>,
    /// One more than the greatest rank of an access that happens before; 0 if there is none.
    pub(crate) greatest_before: Vec<u32>,
    /// One more than the greatest rank of a write that happens before; 0 if there is none.
    pub(crate) greatest_write_before: Vec<u32>,
}

impl FenceRanks {
    fn of(graph: &Graph, fence: EventId) -> Self {
        let locations = graph.locations().count();
        let mut ranks = Self {
            least_after: vec![u32::MAX; locations],
            greatest_before: vec![0; locations],
            greatest_write_before: vec![0; locations],
        };
        let (event, before) = (graph.event(fence), graph.happens_before(fence));
        for thread in (0..graph.thread_count()).map(ThreadId::from_index) {
            let own = graph.thread_events(thread);
            for &id in &own[..before.count(thread) as usize] {
                if let Some(location) = graph.event(id).location() {
                    let bound = rank(graph, id) + 1;
                    let greatest = &mut ranks.greatest_before[location.index()];
                    *greatest = bound.max(*greatest);
                    if graph.event(id).as_write().is_some() {
                        let greatest = &mut ranks.greatest_write_before[location.index()];
                        *greatest = bound.max(*greatest);
                    }
                }
            }
            let later = own.partition_point(|&id| !graph.happens_before(id).contains(event));
            for &id in &own[later..] {
                if let Some(location) = graph.event(id).location() {
                    let least = &mut ranks.least_after[location.index()];
                    *least = rank(graph, id).min(*least);
                }
            }
        }
        ranks
    }
}
