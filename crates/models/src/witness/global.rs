//! Coherence orders under models with one global order of events: SC, TSO and PSO.
//!
//! When saturation has decided all forced orders, the events are put in a [line](super::line) that
//! respects the global order. The line gives a coherence order, which is consistent unless two
//! blocks are in conflict in the line. If they are, both orders of these two blocks are tried, one
//! after the other.

use porf_graph::{EventId, Graph, LocationId, Source};

use super::blocks::{BlockSort, Knowledge};
use super::given::Given;
use super::line::Line;
use super::partial::PartialOrders;
use super::{Demands, Unfinished};
use crate::coherence::seen_by;

/// Looks for coherence orders such that two relations are acyclic, and leaves them in the graph.
/// The first relation has the given direct successors, and co and fr besides. The second is po-loc
/// ∪ rf ∪ co ∪ fr. `known` gives pairs of writes to a location whose order is certain, including
/// all pairs that follow from the order of each thread.
pub(crate) fn find_orders(
    graph: &mut Graph,
    location: LocationId,
    demands: &mut Demands<'_>,
    mut known: impl FnMut(&Graph, LocationId, &mut Vec<(EventId, EventId)>) -> Option<()>,
    push_successors: impl Fn(&Graph, EventId, &mut Vec<EventId>),
) -> Result<bool, Unfinished> {
    let given = Given::new(graph, location, demands, |location, pairs| known(graph, location, pairs))?;
    let Some(given) = given else { return Ok(false) };
    let successors = given.successors(graph, demands, push_successors)?;
    let mut pending: Vec<PartialOrders> =
        PartialOrders::new(&given, &successors, demands)?.into_iter().collect();
    while let Some(mut orders) = pending.pop() {
        if !orders.saturate(&given, demands)? {
            continue;
        }
        let Some(line) = Line::of(graph, &given, &orders, &successors, demands)? else { continue };
        let Some((one, other)) = line.conflict(graph, &given) else {
            line.apply(graph, &given);
            return Ok(true);
        };
        let mut first = orders.clone();
        if first.decide(one, other).is_some() {
            pending.push(first);
        }
        if orders.decide(other, one).is_some() {
            pending.push(orders);
        }
    }
    Ok(false)
}

/// Pushes the pairs that follow from coherence of each location: the writes that a thread makes or
/// reads from follow each other in the order of the thread.
pub(crate) fn know_own_order(
    graph: &Graph,
    location: LocationId,
    pairs: &mut Vec<(EventId, EventId)>,
) -> Option<()> {
    for &last in graph.last_accesses(location) {
        let mut later = seen_by(graph, last);
        for access in graph.accesses_back_from(last).skip(1) {
            let earlier = seen_by(graph, access);
            match (earlier, later) {
                (Source::Write(earlier), Source::Write(later)) if earlier != later => {
                    pairs.push((earlier, later));
                }
                (Source::Write(_), Source::Initial) => return None,
                _ => {}
            }
            later = earlier;
        }
    }
    Some(())
}

/// Pushes pairs of writes to a location whose order views give. Returns `None` if there is no
/// order.
pub(crate) fn know_by_views(
    sort: &mut BlockSort,
    knowledge: Knowledge,
    graph: &Graph,
    location: LocationId,
    pairs: &mut Vec<(EventId, EventId)>,
) -> Option<()> {
    sort.push_known(graph, location, knowledge, pairs).then_some(())
}
