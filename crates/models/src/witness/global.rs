//! Coherence orders under models with one global order of events: SC, TSO and PSO.
//!
//! When everything that is forced has been decided, the events are put in a line that respects the global order, in such a way
//! that a write waits, if possible, until the reads from the write before it are done. That line gives a coherence order.
//! Is it consistent? If a read from w stands behind the write v that follows w, it is not: so whether v precedes w or
//! w and the reads from it precede v is a choice that matters, and both are tried, one after the other.

use porf_entity::EntityId;
use porf_graph::{EventId, Graph, Label, LocationId};

use super::partial::PartialOrders;
use super::{Demands, Interrupted, exclusive_source};
use crate::coherence::seen_by;

/// Looks for coherence orders with which the relation that has the given direct successors, and co and fr besides, is
/// acyclic, as well as po-loc ∪ rf ∪ co ∪ fr; and leaves them in the graph.
pub(crate) fn find_orders(
    graph: &mut Graph,
    demands: &mut Demands<'_>,
    push_successors: impl FnMut(&Graph, EventId, &mut Vec<EventId>),
) -> Result<bool, Interrupted> {
    let mut push_successors = push_successors;
    let root = PartialOrders::new(graph, demands, |event, out| push_successors(graph, event, out));
    let root = root.and_then(|mut root| decide_own_order(graph, &mut root).map(|()| root));
    let mut pending: Vec<PartialOrders> = root.into_iter().collect();
    while let Some(mut orders) = pending.pop() {
        if !(demands.go_on)() {
            return Err(Interrupted);
        }
        if orders.saturate(graph).is_none() {
            continue;
        }
        let line = Line::of(graph, &orders);
        let Some((first, second)) = line.conflict(graph) else {
            line.apply(graph);
            return Ok(true);
        };
        let mut other = orders.clone();
        if other.decide(graph, first, second).is_some() {
            pending.push(other);
        }
        if orders.decide(graph, second, first).is_some() {
            pending.push(orders);
        }
    }
    Ok(false)
}

/// Coherence a location: the writes that a thread makes or reads from follow each other in the order of the thread.
fn decide_own_order(graph: &Graph, orders: &mut PartialOrders) -> Option<()> {
    for location in graph.locations() {
        for &last in graph.last_accesses(location) {
            let mut later = seen_by(graph, last);
            for access in graph.accesses_back_from(last).skip(1) {
                let earlier = seen_by(graph, access);
                match (earlier, later) {
                    (Some(earlier), Some(later)) if earlier != later => {
                        orders.decide(graph, earlier, later)?
                    }
                    (Some(_), None) => return None,
                    _ => {}
                }
                later = earlier;
            }
        }
    }
    Some(())
}

/// All events in a line that respects a global order.
pub(super) struct Line {
    /// For each event, its place.
    places: Vec<usize>,
    /// For each location, its writes in the order of their places.
    writes: Vec<Vec<EventId>>,
}

impl Line {
    pub(super) fn of(graph: &Graph, orders: &PartialOrders) -> Self {
        let count = graph.len();
        let mut line =
            Self { places: vec![usize::MAX; count], writes: vec![Vec::new(); graph.locations().count()] };
        let before = |event: EventId| graph.events().filter(|&other| orders.is_before(other, event)).count();
        let mut waiting_for: Vec<usize> = graph.events().map(before).collect();
        for place in 0..count {
            let ready = || {
                let events = graph.events();
                events.filter(|event| {
                    line.places[event.index()] == usize::MAX && waiting_for[event.index()] == 0
                })
            };
            let Some(next) = ready().find(|&event| line.welcomes(graph, event)).or_else(|| ready().next())
            else {
                break;
            };
            line.places[next.index()] = place;
            if let Label::Write(write) = graph.event(next).label {
                line.writes[write.location.index()].push(next);
            }
            for event in graph.events().filter(|&event| orders.is_before(next, event)) {
                waiting_for[event.index()] -= 1;
            }
        }
        line
    }

    /// The writes to a location in the order of their places.
    pub(super) fn writes(&self, location: LocationId) -> &[EventId] {
        &self.writes[location.index()]
    }

    /// Whether nothing speaks against the event as the next one: it does not write, or all reads from the write that it
    /// follows are done, and its rmw, if it belongs to one, has read from that.
    fn welcomes(&self, graph: &Graph, event: EventId) -> bool {
        let Label::Write(write) = graph.event(event).label else { return true };
        let last = self.writes[write.location.index()].last().copied();
        match exclusive_source(graph, event) {
            Some(source) => source == last,
            None => {
                let is_done = |reader: EventId| self.places[reader.index()] != usize::MAX;
                let is_over = |reader: EventId| {
                    let successor = graph.successor(reader);
                    let rmw = successor.filter(|&next| exclusive_source(graph, next).is_some());
                    is_done(reader) && rmw.is_none_or(is_done)
                };
                graph.readers(write.location, last).all(is_over)
            }
        }
    }

    /// Two writes whose order in the line has consequences that the line does not respect: the second one stands between the
    /// first and a read from it, or between the first and the write of an rmw that reads from it.
    fn conflict(&self, graph: &Graph) -> Option<(EventId, EventId)> {
        graph.locations().find_map(|location| self.conflict_at(graph, location))
    }

    fn conflict_at(&self, graph: &Graph, location: LocationId) -> Option<(EventId, EventId)> {
        let writes = &self.writes[location.index()];
        writes.windows(2).map(|pair| (pair[0], pair[1])).find(|&(first, second)| {
            let goes_with_second = |reader: EventId| graph.successor(reader) == Some(second);
            let is_late = |reader: EventId| {
                let is_read_late = self.places[reader.index()] > self.places[second.index()];
                let rmw = graph.successor(reader).filter(|&next| exclusive_source(graph, next).is_some());
                is_read_late || rmw.is_some_and(|_| !goes_with_second(reader))
            };
            graph.readers(location, Some(first)).any(is_late)
        })
    }

    fn apply(&self, graph: &mut Graph) {
        for location in graph.locations() {
            graph.set_coherence(location, &self.writes[location.index()]);
        }
    }
}
