//! The partial order psc of seq_cst accesses and fences [rc11 §3.3]:
//!
//! ```text
//! scb      = po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc ∪ co ∪ fr
//! psc_base = ([Esc] ∪ [Fsc]; hb?); scb; ([Esc] ∪ hb?; [Fsc])
//! psc_F    = [Fsc]; (hb ∪ hb; eco; hb); [Fsc]
//! psc      = psc_base ∪ psc_F
//! ```
//!
//! Three steps decide whether an event just added closes a cycle. psc ⊆ (po ∪ rf ∪ co ∪ fr)⁺, so
//! the event must lie on a cycle of the latter. And psc contains po, rf, co and fr between seq_cst
//! events (rf because such a write synchronises with such a read), so a cycle of these is a cycle
//! of psc. Both steps are quick. The remaining cycles go partly through weaker events. psc itself
//! decides about them, which [`Between`] computes pair by pair.
//!
//! Two facts make that cheap. Events that happen before or after a given one are a prefix or a
//! suffix of each thread, known from the views. And eco on a location is the order of *ranks*,
//! where the write at coherence position p has rank 2p, and a read from it rank 2p + 1: eco(x, y)
//! exactly if rank(x) < rank(y). So hb; eco; hb leads from one fence to another exactly if, at some
//! location, the least rank after the one is less than the greatest rank before the other.

use porf_entity::{EntityId, Relation, ThreadId};
use porf_graph::{Event, EventId, Graph, Label, LocationId, Source};

use crate::coherence::has_coherence_successor;
use crate::sc::push_sc_successors;
use crate::search::CycleSearch;
use crate::{GoOn, Unfinished};

/// Whether the event, just added, closes no cycle of psc.
pub(crate) fn closes_no_cycle(
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
    if among_seq_cst { Ok(false) } else { is_acyclic(graph, go_on) }
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

/// Whether psc has no cycle.
pub(crate) fn is_acyclic(graph: &Graph, go_on: GoOn<'_>) -> Result<bool, Unfinished> {
    let events: Vec<EventId> = graph.events().filter(|&id| graph.event(id).is_seq_cst()).collect();
    let mut fences = Vec::with_capacity(events.len());
    for &id in &events {
        let is_fence = matches!(graph.event(id).label, Label::Fence(_));
        if is_fence && !go_on() {
            return Err(Unfinished::Interrupted);
        }
        fences.push(is_fence.then(|| FenceRanks::of(graph, id)));
    }
    let between = Between { graph };
    // One pair may take time linear in the number of accesses to a location.
    let mut goes_on = true;
    let psc = Relation::from_predicate(events.len(), |a, b| {
        goes_on = goes_on && (b % 64 != 0 || go_on());
        goes_on && a != b && between.holds((events[a], fences[a].as_ref()), (events[b], fences[b].as_ref()))
    });
    if goes_on { Ok(psc.is_acyclic()) } else { Err(Unfinished::Interrupted) }
}

/// The rank of an access: the order of ranks is eco.
fn rank(graph: &Graph, id: EventId) -> u32 {
    match graph.event(id).label {
        Label::Read(read) => 2 * graph.position(read.source) as u32 + 1,
        _ => 2 * graph.position(Source::Write(id)) as u32,
    }
}

/// The ranks of accesses that happen before and after a fence, by location.
struct FenceRanks {
    /// The least rank of an access that happens after; `u32::MAX` if there is none.
    least_after: Vec<u32>,
    /// One more than the greatest rank of an access that happens before; 0 if there is none.
    greatest_before: Vec<u32>,
    /// One more than the greatest rank of a write that happens before; 0 if there is none.
    greatest_write_before: Vec<u32>,
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

/// psc between two different seq_cst events.
struct Between<'a> {
    graph: &'a Graph,
}

impl Between<'_> {
    fn holds(
        &self,
        (a, after): (EventId, Option<&FenceRanks>),
        (b, before): (EventId, Option<&FenceRanks>),
    ) -> bool {
        match (after, before) {
            (Some(after), Some(before)) => self.fence_to_fence(a, after, b, before),
            (Some(after), None) => self.fence_to_access(a, after, b),
            (None, Some(before)) => self.access_to_fence(a, b, before),
            (None, None) => self.scb(a, b),
        }
    }

    fn happens_before(&self, a: EventId, b: EventId) -> bool {
        a != b && self.graph.happens_before(b).contains(self.graph.event(a))
    }

    /// hb?
    fn happens_before_or_is(&self, a: EventId, b: EventId) -> bool {
        self.graph.happens_before(b).contains(self.graph.event(a))
    }

    /// hb ∪ hb; eco; hb. It contains psc_base between fences.
    fn fence_to_fence(&self, a: EventId, after: &FenceRanks, b: EventId, before: &FenceRanks) -> bool {
        // The bound is one more than a rank, so that ranks are compared strictly.
        let mut ranks = after.least_after.iter().zip(&before.greatest_before);
        self.happens_before(a, b) || ranks.any(|(&least, &bound)| bound > 0 && least < bound - 1)
    }

    /// hb?; scb, into an access. The part of scb with po|≠loc; hb; po|≠loc is contained in hb?; po.
    fn fence_to_access(&self, a: EventId, after: &FenceRanks, b: EventId) -> bool {
        let graph = self.graph;
        let Some(location) = graph.event(b).location() else { return false };
        let before = graph.predecessor(b);
        before.is_some_and(|before| self.happens_before_or_is(a, before))
            || graph.event(b).as_write().is_some() && after.least_after[location.index()] < rank(graph, b)
            || self.accesses(location).any(|x| self.happens_before(a, x) && self.happens_before(x, b))
    }

    /// scb; hb?, out of an access.
    fn access_to_fence(&self, a: EventId, b: EventId, before: &FenceRanks) -> bool {
        let graph = self.graph;
        let Some(location) = graph.event(a).location() else { return false };
        graph.successor(a).is_some_and(|next| self.happens_before_or_is(next, b))
            || before.greatest_write_before[location.index()] > rank(graph, a) + 1
            || self.accesses(location).any(|y| self.happens_before(a, y) && self.happens_before(y, b))
    }

    /// scb between accesses.
    fn scb(&self, a: EventId, b: EventId) -> bool {
        let graph = self.graph;
        let (from, to) = (graph.event(a), graph.event(b));
        if from.thread == to.thread {
            return from.index < to.index;
        }
        if from.location() == to.location() {
            let overwritten = to.as_write().is_some() && rank(graph, a) < rank(graph, b);
            if overwritten || self.happens_before(a, b) {
                return true;
            }
        }
        // po|≠loc; hb; po|≠loc: if hb relates any such events in between, it relates the first
        // event after a that is at another location and the last one before b that is.
        let is_elsewhere = |id: EventId, event: &Event| graph.event(id).location() != event.location();
        let after = &graph.thread_events(from.thread)[from.index as usize + 1..];
        let before = &graph.thread_events(to.thread)[..to.index as usize];
        let first = after.iter().find(|&&id| is_elsewhere(id, from));
        let last = before.iter().rev().find(|&&id| is_elsewhere(id, to));
        first.zip(last).is_some_and(|(&first, &last)| self.happens_before(first, last))
    }

    fn accesses(&self, location: LocationId) -> impl Iterator<Item = EventId> + '_ {
        let last = self.graph.last_accesses(location).iter();
        last.flat_map(|&last| self.graph.accesses_back_from(last))
    }
}
