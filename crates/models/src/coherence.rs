//! Coherence from views: irreflexive(before; eco?), where *before* is a relation whose prefixes are
//! fixed when an event is added.

use porf_graph::{EventId, Graph, Label, LocationId, Source};

/// The position of the last write to the location such that `knows` holds of the write itself or of
/// one of its readers.
///
/// The search goes from the end of the coherence order back to the first such write. The writes
/// behind that one are the choices offered to the next access of the thread, so the cost is that of
/// these choices.
pub(crate) fn last_known_position(
    graph: &Graph,
    location: LocationId,
    knows: impl Fn(EventId) -> bool,
    count_readers: bool,
) -> usize {
    let writes = graph.writes(location);
    let is_known = |&write: &EventId| {
        knows(write) || count_readers && graph.readers(location, Source::Write(write)).any(&knows)
    };
    writes.iter().rposition(is_known).map_or(0, |index| index + 1)
}

/// The position of the last write to the location in the causal prefix of a thread's last event.
pub(crate) fn causally_known_position(graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
    let Some(last) = last else { return 0 };
    let known = graph.causal(last);
    last_known_position(graph, location, |write| known.contains(graph.event(write)), false)
}

/// The last position that a thread knows by coherence of each location alone, acyclic(po-loc ∪ rf ∪
/// co ∪ fr): the thread knows its own writes and the sources of its reads. By coherence its last
/// access to the location knows the greatest position.
pub(crate) fn own_known_position(graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
    let Some(last) = last.map(|last| graph.event(last)) else { return 0 };
    let is_own = |access: &&EventId| graph.event(**access).thread == last.thread;
    let Some(&latest) = graph.last_accesses(location).iter().find(is_own) else { return 0 };
    let known = graph.accesses_back_from(latest).find(|&access| graph.event(access).index <= last.index);
    known.map_or(0, |access| graph.position(seen_by(graph, access)))
}

/// The write itself if the access is a write, or its source if the access is a read.
pub(crate) fn seen_by(graph: &Graph, access: EventId) -> Source {
    match graph.event(access).label {
        Label::Read(read) => read.source,
        _ => Source::Write(access),
    }
}

/// Whether any event follows the event in co or fr: a later write or, for a read, a write later
/// than its source. No other event can follow an event that is the last one of its thread and has
/// no readers.
pub(crate) fn has_coherence_successor(graph: &Graph, event: EventId) -> bool {
    coherence_successor(graph, event).is_some()
}

/// The first write that follows the event in co or fr.
pub(crate) fn coherence_successor(graph: &Graph, event: EventId) -> Option<EventId> {
    match graph.event(event).label {
        Label::Read(read) => graph.coherence_successor(read.location, read.source),
        Label::Write(write) => graph.coherence_successor(write.location, Source::Write(event)),
        _ => None,
    }
}
