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

use porf_graph::{EventId, Graph, Label, LocationId, ReadKind, View};

/// Calls `offer` for each read that the latest event `a` of the graph, a write, may revisit, latest first.
///
/// Whether an event is canonical does not depend on the read to be revisited, so one pass from the latest
/// event backwards finds all reads, and ends at the first event that is not canonical.
pub(super) fn for_each_revisitable(graph: &Graph, a: EventId, mut offer: impl FnMut(EventId)) {
    let Some(location) = graph.event(a).location() else { return };
    let prefix = graph.causal(a);
    let Some(earliest) = earliest_candidate(graph, location, prefix) else { return };
    for event in graph.events().rev().skip(1) {
        if event < earliest {
            return;
        }
        if prefix.contains(graph.event(event)) {
            continue;
        }
        if !is_canonical(graph, event, a, prefix) {
            return;
        }
        if let Label::Read(read) = graph.event(event).label
            && read.location == location
        {
            offer(event);
        }
    }
}

/// The earliest read of the location outside the prefix.
fn earliest_candidate(graph: &Graph, location: LocationId, prefix: View<'_>) -> Option<EventId> {
    let writes = graph.writes(location).iter().copied().map(Some);
    let sources = std::iter::once(None).chain(writes);
    let readers = sources.flat_map(|source| graph.readers(location, source));
    readers.filter(|&reader| !prefix.contains(graph.event(reader))).min()
}

fn is_canonical(graph: &Graph, event: EventId, a: EventId, prefix: View<'_>) -> bool {
    // Whether another event is in P.
    let counts = |other: EventId| other != a && (other < event || prefix.contains(graph.event(other)));
    let none_after = |location: LocationId, write: Option<EventId>| {
        !graph.writes(location)[graph.position(write)..].iter().any(|&later| counts(later))
    };
    match graph.event(event).label {
        Label::Read(read) => {
            read.kind != ReadKind::SpuriousFailure
                && read.source.is_none_or(counts)
                && none_after(read.location, read.source)
        }
        Label::Write(write) => {
            none_after(write.location, Some(event)) && !graph.readers(write.location, Some(event)).any(counts)
        }
        Label::Fence(_) => true,
    }
}
