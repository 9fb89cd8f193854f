//! Which reads a write may revisit.
//!
//! Let `a` be the latest event, a write, cb(a) its causal prefix, and for an event e
//! P = { e' | e' ≤ e } ∪ (cb(a) ∖ {a}), where ≤ compares stamps. Then e is *canonical* for a if it is
//!
//! - a read that did not fail spuriously, that reads from a write in P, with no write in P coherence-after that;
//! - a write with no write in P coherence-after it, and no read in P that reads from it;
//! - anything else.
//!
//! `a` may revisit a read r ∉ cb(a) if r and all events that the revisit takes away, { e ∉ cb(a) | e > r },
//! are canonical (TruSt, POPL 2022, §4; SPORE §3.3 calls it maximality).
//!
//! The canonical way to add an event is a function of P alone, and always available and consistent: a read takes
//! the coherence-latest write, and a write goes last. That is why a revisited graph has exactly one graph
//! that it was revisited from, and why nothing is lost.

use porf_entity::EntityId;
use porf_graph::{EventId, Graph, Label, LocationId, ReadKind, View};

/// A write about to revisit, as far as that matters: `a` with its location and cb(a).
#[derive(Clone, Copy)]
pub(super) struct Revisitor<'a> {
    /// The write, which need not be in the graph yet.
    pub(super) write: EventId,
    pub(super) location: LocationId,
    /// Two prefixes that make up the causal prefix of the write.
    pub(super) prefixes: [Option<View<'a>>; 2],
    /// For an exclusive write: the write of another rmw that stands in the only place where it could go. Only
    /// a revisit that takes the rival away is worth it.
    pub(super) rival: Option<EventId>,
}

impl Revisitor<'_> {
    /// The reads that the write, later than all other events of the graph, may revisit, latest first.
    ///
    /// Whether an event is canonical does not depend on the read to be revisited, so one pass from the latest
    /// event backwards finds all reads, and ends at the first event that is not canonical.
    pub(super) fn revisitable(self, graph: &Graph) -> impl Iterator<Item = EventId> {
        let earliest = self.earliest_candidate(graph).unwrap_or(graph.next_id());
        let candidates = graph.events_from(earliest).rev().filter(move |&event| !self.has_seen(graph, event));
        candidates.take_while(move |&event| self.is_canonical(graph, event)).filter(move |&event| {
            graph.event(event).as_read().is_some_and(|read| read.location == self.location)
                && self.rival.is_none_or(|rival| event < rival)
        })
    }

    fn has_seen(self, graph: &Graph, event: EventId) -> bool {
        event == self.write || self.prefix_contains(graph, event)
    }

    fn prefix_contains(self, graph: &Graph, event: EventId) -> bool {
        self.prefixes.iter().flatten().any(|prefix| prefix.contains(graph.event(event)))
    }

    /// The event at which the pass may end: the earliest read of the location outside the prefix. `None` if there
    /// is no such read, or if a rival cannot be taken away.
    fn earliest_candidate(self, graph: &Graph) -> Option<EventId> {
        if let Some(rival) = self.rival {
            let displaceable = !self.has_seen(graph, rival) && self.is_canonical(graph, rival);
            return displaceable.then(|| EventId::from_index(0));
        }
        let last_accesses = graph.last_accesses(self.location).iter();
        let unseen = last_accesses.flat_map(|&last| {
            graph.accesses_back_from(last).take_while(|&access| !self.has_seen(graph, access))
        });
        unseen.filter(|&access| graph.event(access).as_read().is_some()).min()
    }

    fn is_canonical(self, graph: &Graph, event: EventId) -> bool {
        // Whether another event is in P.
        let counts =
            |other: EventId| other != self.write && (other < event || self.prefix_contains(graph, other));
        let none_after = |location: LocationId, write: Option<EventId>| {
            !graph.writes(location)[graph.position(write)..].iter().any(|&later| counts(later))
        };
        match graph.event(event).label {
            // Its write came later and was found canonical: what is coherence-after the source is that write or
            // coherence-after it, and so not in P.
            Label::Read(read) if read.kind == ReadKind::Exclusive => read.source.is_none_or(counts),
            Label::Read(read) => {
                read.kind != ReadKind::SpuriousFailure
                    && read.source.is_none_or(counts)
                    && none_after(read.location, read.source)
            }
            Label::Write(write) => {
                none_after(write.location, Some(event))
                    && !graph.readers(write.location, Some(event)).any(counts)
            }
            Label::Fence(_) => true,
        }
    }
}
