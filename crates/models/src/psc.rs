//! The partial order of sequentially consistent accesses and fences of RC11 (PLDI 2017, §3.3):
//!
//! ```text
//! scb      = po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc ∪ co ∪ fr
//! psc_base = ([Esc] ∪ [Fsc]; hb?); scb; ([Esc] ∪ hb?; [Fsc])
//! psc_F    = [Fsc]; (hb ∪ hb; eco; hb); [Fsc]
//! psc      = psc_base ∪ psc_F
//! ```
//!
//! Three steps decide whether an event just added closes a cycle. psc ⊆ (po ∪ rf ∪ co ∪ fr)⁺, so the event must lie on a
//! cycle of that. And psc contains po, rf, co and fr between seq_cst events (rf because such a write synchronises with such
//! a read), so a cycle of these is a cycle of psc. Both are quick to see. What remains, cycles that are partly of
//! weaker events, is decided by the definition as it stands, in relational algebra.

use porf_entity::{EntityId, Relation};
use porf_graph::{Event, EventId, Graph, Label};

use crate::coherence::has_coherence_successor;
use crate::sc::push_sc_successors;
use crate::search::CycleSearch;

/// Whether the event, just added, closes no cycle of psc.
pub(crate) fn closes_no_cycle(search: &mut CycleSearch, graph: &Graph, event: EventId) -> bool {
    if graph.seq_cst_events() < 2 || !has_coherence_successor(graph, event) {
        return true;
    }
    if !search.has_cycle_through(graph, event, |id, out| push_sc_successors(graph, id, out)) {
        return true;
    }
    let among_seq_cst = graph.event(event).is_seq_cst()
        && search.has_cycle_through(graph, event, |id, out| push_seq_cst_successors(graph, id, out));
    !among_seq_cst && is_acyclic(graph)
}

/// Pushes the first seq_cst events that follow a seq_cst event in po, co or fr, and those that follow it in rf; the other
/// seq_cst events that do follow by transitivity.
fn push_seq_cst_successors(graph: &Graph, id: EventId, successors: &mut Vec<EventId>) {
    let is_seq_cst = |other: &EventId| graph.event(*other).is_seq_cst();
    let event = graph.event(id);
    let later = &graph.thread_events(event.thread)[event.index as usize + 1..];
    successors.extend(later.iter().copied().find(is_seq_cst));
    let (location, position) = match event.label {
        Label::Read(read) => (read.location, graph.position(read.source)),
        Label::Write(write) => {
            successors.extend(graph.readers(write.location, Some(id)).filter(is_seq_cst));
            (write.location, graph.position(Some(id)))
        }
        _ => return,
    };
    successors.extend(graph.writes(location)[position..].iter().copied().find(is_seq_cst));
}

/// Whether psc has no cycle, by its definition.
fn is_acyclic(graph: &Graph) -> bool {
    let size = graph.len();
    let event = |index: usize| graph.event(EventId::from_index(index));
    let relate = |holds: &dyn Fn(EventId, EventId) -> bool| {
        Relation::from_predicate(size, |a, b| holds(EventId::from_index(a), EventId::from_index(b)))
    };
    let same_location = |a: &Event, b: &Event| a.location().is_some() && a.location() == b.location();

    let po = relate(&|a, b| {
        let (a, b) = (graph.event(a), graph.event(b));
        a.thread == b.thread && a.index < b.index
    });
    let hb = relate(&|a, b| a != b && graph.happens_before(b).contains(graph.event(a)));
    let rf = relate(&|a, b| graph.event(b).as_read().is_some_and(|read| read.source == Some(a)));
    let co = relate(&|a, b| {
        writes_same_location(graph, a, b) && graph.position(Some(a)) < graph.position(Some(b))
    });
    let fr = relate(&|a, b| match (graph.event(a).label, graph.event(b).label) {
        (Label::Read(read), Label::Write(write)) => {
            read.location == write.location && graph.position(read.source) < graph.position(Some(b))
        }
        _ => false,
    });
    let between_same = relate(&|a, b| same_location(graph.event(a), graph.event(b)));
    let po_other = po.minus(&between_same);
    let seq_cst = Relation::identity_on(size, |a| event(a).is_seq_cst());
    let fences =
        Relation::identity_on(size, |a| event(a).is_seq_cst() && matches!(event(a).label, Label::Fence(_)));

    let scb = po.or(&po_other.then(&hb).then(&po_other)).or(&hb.and(&between_same)).or(&co).or(&fr);
    let before = seq_cst.or(&fences.then(&hb.optional()));
    let after = seq_cst.or(&hb.optional().then(&fences));
    let psc_base = before.then(&scb).then(&after);
    let eco = rf.or(&co).or(&fr).plus();
    let psc_fence = fences.then(&hb.or(&hb.then(&eco).then(&hb))).then(&fences);
    psc_base.or(&psc_fence).is_acyclic()
}

fn writes_same_location(graph: &Graph, a: EventId, b: EventId) -> bool {
    match (graph.event(a).label, graph.event(b).label) {
        (Label::Write(a), Label::Write(b)) => a.location == b.location,
        _ => false,
    }
}
