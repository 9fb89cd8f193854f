//! The partial order psc of seq_cst accesses and fences [rc11 §3.3]:
//!
//! ```text
//! scb      = po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc ∪ co ∪ fr
//! psc_base = ([Esc] ∪ [Fsc]; hb?); scb; ([Esc] ∪ hb?; [Fsc])
//! psc_F    = [Fsc]; (hb ∪ hb; eco; hb); [Fsc]
//! psc      = psc_base ∪ psc_F
//! ```
//!
//! psc contains rf between seq_cst events because such a write synchronises with such a read.

use porf_entity::{EntityId, Relation};
use porf_graph::{Event, EventId, Graph, LocationId, Synchronisation};

use crate::GoOn;
use crate::seq_cst_order::{FenceRanks, FixedRelations, SeqCstEvent, SeqCstOrder, rank};

/// The relation psc of RC11.
#[derive(Clone, Copy, Debug)]
pub struct Psc;

impl SeqCstOrder for Psc {
    const SYNCHRONISATION: Synchronisation = Synchronisation::C11;

    fn holds(graph: &Graph, from: SeqCstEvent<'_>, to: SeqCstEvent<'_>) -> bool {
        let between = Between { graph };
        match (from.fence, to.fence) {
            (Some(after), Some(before)) => between.fence_to_fence(from.id, after, to.id, before),
            (Some(after), None) => between.fence_to_access(from.id, after, to.id),
            (None, Some(before)) => between.access_to_fence(from.id, to.id, before),
            (None, None) => between.scb(from.id, to.id),
        }
    }

    /// po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc
    fn fixed(program: &FixedRelations, go_on: GoOn<'_>) -> Option<Relation> {
        let elsewhere = &program.program_order_elsewhere;
        let around = elsewhere.then_while(&program.happens_before, &mut *go_on)?;
        let around = around.then_while(elsewhere, go_on)?;
        Some(program.program_order.or(&around).or(&program.happens_before_here))
    }

    fn partial(
        program: &FixedRelations,
        fixed: &Relation,
        coherence: &Relation,
        go_on: GoOn<'_>,
    ) -> Option<Relation> {
        let (hb, fences) = (&program.happens_before, &program.fences);
        let eco = program.reads_from.or(coherence).plus_while(&mut *go_on)?;
        let scb = fixed.or(coherence);
        let before = program.accesses.or(&fences.then_while(&hb.optional(), &mut *go_on)?);
        let after = program.accesses.or(&hb.optional().then_while(fences, &mut *go_on)?);
        let between = hb.or(&hb.then_while(&eco, &mut *go_on)?.then_while(hb, &mut *go_on)?);
        let base = before.then_while(&scb, &mut *go_on)?.then_while(&after, &mut *go_on)?;
        let of_fences = fences.then_while(&between, &mut *go_on)?.then_while(fences, go_on)?;
        Some(base.or(&of_fences))
    }
}

/// psc between two different seq_cst events.
struct Between<'a> {
    graph: &'a Graph,
}

impl Between<'_> {
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
        let is_elsewhere = |id: EventId, event: &Event| graph.event(id).location_or_sum() != event.location();
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
