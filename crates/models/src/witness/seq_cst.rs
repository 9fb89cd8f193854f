//! Coherence orders under RC11 where psc matters.
//!
//! Between seq_cst events, psc contains po, rf, co and fr, so these and all co and fr must not have a cycle: what follows from that
//! is decided first. And psc with a partial coherence order is contained in psc with any order that extends it. So an
//! order is hopeless as soon as psc of what is decided has a cycle; and a pair of writes is decided if the other way round is
//! hopeless. Where no pair is, both ways are tried.

use porf_entity::{EntityId, Relation};
use porf_graph::{Event, EventId, Graph, Label, LocationId};

use super::blocks::Knowledge;
use super::global::Line;
use super::partial::PartialOrders;
use super::{Demands, Interrupted};
use crate::psc::{self, push_fixed_seq_cst_successors};

/// Looks for coherence orders with which the graph is consistent under RC11, and leaves them in the graph.
pub(crate) fn find_orders(graph: &mut Graph, demands: &mut Demands<'_>) -> Result<bool, Interrupted> {
    let mut fixed = None;
    let mut pending: Vec<PartialOrders> = known_orders(graph, demands).into_iter().collect();
    while let Some(mut orders) = pending.pop() {
        extend(graph, &orders);
        if psc::is_acyclic(graph) {
            return Ok(true);
        }
        let fixed = fixed.get_or_insert_with(|| Fixed::of(graph));
        if !fixed.is_hopeful(graph, &orders) {
            continue;
        }
        let undecided: Vec<_> =
            graph.locations().flat_map(|location| orders.undecided(graph, location)).collect();
        let (mut choice, mut forced, mut hopeful) = (None, false, true);
        for (first, second) in undecided {
            if !(demands.go_on)() {
                return Err(Interrupted);
            }
            if orders.is_decided(first, second) {
                continue;
            }
            let ways = [(first, second), (second, first)].map(|(first, second)| {
                let mut way = orders.clone();
                way.decide(graph, first, second)?;
                way.saturate(graph)?;
                fixed.is_hopeful(graph, &way).then_some(way)
            });
            match ways {
                [None, None] => {
                    hopeful = false;
                    break;
                }
                [Some(way), None] | [None, Some(way)] => {
                    orders = way;
                    forced = true;
                }
                [Some(one), Some(other)] => choice = Some([one, other]),
            }
        }
        match (hopeful, forced) {
            (true, true) => pending.push(orders),
            (true, false) => pending.extend(choice.into_iter().flatten()),
            (false, _) => {}
        }
    }
    Ok(false)
}

/// What is decided by the demands, by what psc contains, and by coherence, irreflexive(hb; eco?).
fn known_orders(graph: &Graph, demands: &Demands<'_>) -> Option<PartialOrders> {
    let mut orders =
        PartialOrders::new(graph, demands, |event, out| push_fixed_seq_cst_successors(graph, event, out))?;
    for location in graph.locations() {
        let writes = graph.writes(location);
        for &first in writes {
            let knows = |event| {
                let prefix = graph.happens_before(event);
                Knowledge::HappensBefore.knows(graph, prefix, location, first)
            };
            if graph.readers(location, None).any(knows) {
                return None;
            }
            for &second in writes.iter().filter(|&&second| second != first) {
                if Knowledge::HappensBefore.precedes(graph, first, second, |_| true) {
                    orders.decide(graph, first, second)?;
                }
            }
        }
    }
    orders.saturate(graph)?;
    Some(orders)
}

/// Gives the graph some total orders that extend what is decided, as close as possible to a line of all events.
fn extend(graph: &mut Graph, orders: &PartialOrders) {
    let line = Line::of(graph, orders);
    for location in graph.locations() {
        let mut rest = line.writes(location).to_vec();
        let mut sorted = Vec::with_capacity(rest.len());
        while let Some(next) = rest.iter().position(|&write| {
            let follows_last = sorted.last().is_none_or(|&last| {
                super::exclusive_reader(graph, location, Some(last)).is_none_or(|next| next == write)
            });
            follows_last && !rest.iter().any(|&other| orders.has(other, write))
        }) {
            sorted.push(rest.remove(next));
        }
        debug_assert!(rest.is_empty(), "a partial order can be extended");
        graph.set_coherence(location, &sorted);
    }
}

/// What psc is made of besides coherence.
struct Fixed {
    happens_before: Relation,
    reads_from: Relation,
    /// po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc
    ordered: Relation,
    is_seq_cst: Vec<bool>,
    is_fence: Vec<bool>,
}

impl Fixed {
    fn of(graph: &Graph) -> Self {
        let count = graph.len();
        let event = |index: usize| graph.event(EventId::from_index(index));
        let is_po = |a: &Event, b: &Event| a.thread == b.thread && a.index < b.index;
        let same_location =
            |a: usize, b: usize| event(a).location().is_some() && event(a).location() == event(b).location();
        let happens_before = Relation::from_predicate(count, |a, b| {
            a != b && graph.happens_before(EventId::from_index(b)).contains(event(a))
        });
        let reads_from = Relation::from_predicate(count, |a, b| {
            event(b).as_read().is_some_and(|read| read.source == Some(EventId::from_index(a)))
        });
        let program_order = Relation::from_predicate(count, |a, b| is_po(event(a), event(b)));
        let elsewhere =
            Relation::from_predicate(count, |a, b| is_po(event(a), event(b)) && !same_location(a, b));
        let here =
            Relation::from_predicate(count, |a, b| happens_before.contains(a, b) && same_location(a, b));
        let ordered = program_order.or(&elsewhere.then(&happens_before).then(&elsewhere)).or(&here);
        Self {
            happens_before,
            reads_from,
            ordered,
            is_seq_cst: (0..count).map(|index| event(index).is_seq_cst()).collect(),
            is_fence: (0..count).map(|index| matches!(event(index).label, Label::Fence(_))).collect(),
        }
    }

    /// Whether psc, as far as it is decided, has no cycle.
    fn is_hopeful(&self, graph: &Graph, orders: &PartialOrders) -> bool {
        let count = graph.len();
        let id = EventId::from_index;
        let coherence = Relation::from_predicate(count, |a, b| orders.has(id(a), id(b)));
        let from_read = Relation::from_predicate(count, |a, b| {
            let read_of =
                |location: LocationId| graph.event(id(a)).as_read().filter(|read| read.location == location);
            let write = graph.event(id(b)).as_write();
            write
                .and_then(|write| read_of(write.location))
                .is_some_and(|read| read.source.is_none_or(|source| orders.has(source, id(b))))
        });
        let eco = self.reads_from.or(&coherence).or(&from_read).plus();
        let scb = self.ordered.or(&coherence).or(&from_read);
        let accesses = Relation::identity_on(count, |event| self.is_seq_cst[event] && !self.is_fence[event]);
        let fences = Relation::identity_on(count, |event| self.is_seq_cst[event] && self.is_fence[event]);
        let hb = &self.happens_before;
        let before = accesses.or(&fences.then(&hb.optional()));
        let after = accesses.or(&hb.optional().then(&fences));
        let between = hb.or(&hb.then(&eco).then(hb));
        before.then(&scb).then(&after).or(&fences.then(&between).then(&fences)).is_acyclic()
    }
}
