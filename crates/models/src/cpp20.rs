//! The order of seq_cst accesses and fences in C++20: ISO/IEC 14882:2020, \[atomics.order\].
//!
//! There is a total order S of all seq_cst operations (p4) that contains
//!
//! ```text
//! [Esc]; shb; [Esc]     strongly happens before
//! [Esc]; cob; [Esc]     coherence-ordered before (p3): cob = (rf ∪ co ∪ fr)⁺ = eco
//! [Esc]; cob; hb; [Fsc]
//! [Fsc]; hb; cob; [Esc]
//! [Fsc]; hb; cob; hb; [Fsc]
//! shb = (po ∪ [Esc]; sw; [Esc] ∪ sb; hb; sb)⁺, sb = po ∖ rmw     \[intro.races\] p12
//! ```
//!
//! S exists exactly if these pairs have no cycle. Two differences to RC11: cob contains rf, also
//! from weaker writes, and a release sequence does not go on with stores of its thread.
//!
//! The pairs of \[Esc\]; sw; \[Esc\] are among the others: a seq_cst write, or a write behind a seq_cst
//! fence, is coherence-ordered before the read by which it synchronises. sb; hb; sb composed with
//! itself or with po is contained in it. So between seq_cst events, po and sb; hb; sb suffice for
//! shb.
//!
//! A read-modify-write is one operation there and two events here. So its read is not sequenced
//! before its write.

use porf_entity::{EntityId, Relation};
use porf_graph::{EventId, Graph, ReadKind, Synchronisation};

use crate::GoOn;
use crate::seq_cst_order::{FixedRelations, SeqCstEvent, SeqCstOrder, rank};

/// The order S of C++20.
#[derive(Clone, Copy, Debug)]
pub struct CoherenceOrderedBefore;

impl SeqCstOrder for CoherenceOrderedBefore {
    const SYNCHRONISATION: Synchronisation = Synchronisation::Cpp20;

    fn holds(graph: &Graph, from: SeqCstEvent<'_>, to: SeqCstEvent<'_>) -> bool {
        let location = |event: SeqCstEvent<'_>| graph.event(event.id).location().map(|it| it.index());
        let is_before_in_coherence = match (from.fence, to.fence) {
            // The bound is one more than a rank, so that ranks are compared strictly.
            (Some(after), Some(before)) => {
                let mut ranks = after.least_after.iter().zip(&before.greatest_before);
                ranks.any(|(&least, &bound)| bound > 0 && least < bound - 1)
            }
            (Some(after), None) => location(to).is_some_and(|at| after.least_after[at] < rank(graph, to.id)),
            (None, Some(before)) => {
                location(from).is_some_and(|at| before.greatest_before[at] > rank(graph, from.id) + 1)
            }
            (None, None) => location(from) == location(to) && rank(graph, from.id) < rank(graph, to.id),
        };
        is_before_in_coherence || strongly_happens_before(graph, from.id, to.id)
    }

    /// po ∪ sb; hb; sb
    fn fixed(program: &FixedRelations, go_on: GoOn<'_>) -> Option<Relation> {
        let sequenced = program.program_order.minus(&program.rmw);
        let around = sequenced.then_while(&program.happens_before, &mut *go_on)?;
        Some(program.program_order.or(&around.then_while(&sequenced, go_on)?))
    }

    fn partial(
        program: &FixedRelations,
        fixed: &Relation,
        coherence: &Relation,
        go_on: GoOn<'_>,
    ) -> Option<Relation> {
        let (hb, fences) = (&program.happens_before, &program.fences);
        let cob = program.reads_from.or(coherence).plus_while(&mut *go_on)?;
        let before = program.accesses.or(&fences.then_while(hb, &mut *go_on)?);
        let after = program.accesses.or(&hb.then_while(fences, &mut *go_on)?);
        let events = program.accesses.or(fences);
        let strongly = events.then_while(fixed, &mut *go_on)?.then_while(&events, &mut *go_on)?;
        let coherently = before.then_while(&cob, &mut *go_on)?.then_while(&after, go_on)?;
        Some(strongly.or(&coherently))
    }
}

/// po ∪ sb; hb; sb. If hb relates any events in between, it relates the first event that is
/// sequenced after the one and the last event that is sequenced before the other. The beginning of
/// a thread is sequenced before its events, and its end after them.
fn strongly_happens_before(graph: &Graph, from: EventId, to: EventId) -> bool {
    let (one, other) = (graph.event(from), graph.event(to));
    if one.thread == other.thread {
        return one.index < other.index;
    }
    let is_read_of_rmw = one.as_read().is_some_and(|read| read.kind == ReadKind::Exclusive);
    let end_of_operation = if is_read_of_rmw { graph.successor(from) } else { Some(from) };
    let first = end_of_operation.and_then(|end| graph.successor(end)).or(graph.join_of(one.thread));
    let is_write_of_rmw = other.as_write().is_some_and(|write| write.exclusive);
    let begin_of_operation = if is_write_of_rmw { graph.predecessor(to) } else { Some(to) };
    let last = begin_of_operation.and_then(|begin| graph.directly_before(begin));
    first.zip(last).is_some_and(|(first, last)| graph.happens_before(last).contains(graph.event(first)))
}
