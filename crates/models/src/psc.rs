//! The partial order of sequentially consistent accesses and fences of RC11 (PLDI 2017, §3.3):
//!
//! ```text
//! scb      = po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc ∪ co ∪ fr
//! psc_base = ([Esc] ∪ [Fsc]; hb?); scb; ([Esc] ∪ hb?; [Fsc])
//! psc_F    = [Fsc]; (hb ∪ hb; eco; hb); [Fsc]
//! psc      = psc_base ∪ psc_F
//! ```
//!
//! Evaluated as it stands, in relational algebra over the events of the graph: it is needed only where an
//! event lies on a cycle of po ∪ rf ∪ co ∪ fr, so simplicity goes before speed here.

use porf_entity::{EntityId, Relation};
use porf_graph::{Event, EventId, Graph, Label};

/// Whether psc has no cycle.
pub(crate) fn psc_is_acyclic(graph: &Graph) -> bool {
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
