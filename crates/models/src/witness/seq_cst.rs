//! Coherence orders under RC11 and C++20 where the [order of seq_cst events](crate::seq_cst_order)
//! matters, which is called psc here.
//!
//! Between seq_cst events, psc contains po, rf, co and fr. So these edges, together with all co and
//! fr, must not have a cycle: the orders that follow from that are decided first. Then a
//! [line](super::line) of all events that also respects the rest of po and rf is tried. Without a
//! conflict the line is an interleaving, in which psc has no cycle, either; and with seq_cst
//! accesses alone, there is an interleaving or no order at all.
//!
//! Where there is no such line, psc itself decides. psc with a partial coherence order is contained
//! in psc with any order that extends it. So an order is hopeless as soon as psc of the decided
//! orders has a cycle, and a pair of blocks is decided if the other way round is hopeless. Where no
//! pair is decided that way, both ways are tried.

use std::marker::PhantomData;

use porf_entity::{EntityId, Relation};
use porf_graph::{Event, EventId, Graph, Label, LocationId, Source};

use super::blocks::{BlockSort, Knowledge};
use super::given::Given;
use super::global::know_by_views;
use super::line::Line;
use super::partial::PartialOrders;
use super::{Demands, Unfinished};
use crate::sc::push_fixed_successors;
use crate::seq_cst_order::{self, FixedRelations, SeqCstOrder, push_fixed_seq_cst_successors};

/// Looks for coherence orders with which the graph is consistent, and leaves them in the graph.
pub(crate) fn find_orders<O: SeqCstOrder>(
    graph: &mut Graph,
    location: LocationId,
    sort: &mut BlockSort,
    demands: &mut Demands<'_>,
) -> Result<bool, Unfinished> {
    let given = Given::new(graph, location, demands, |location, pairs| {
        know_by_views(sort, Knowledge::HappensBefore, graph, location, pairs)
    })?;
    let Some(given) = given else { return Ok(false) };
    let among_seq_cst = given.successors(graph, demands, push_fixed_seq_cst_successors)?;
    let mut among_all = None;
    let mut pending: Vec<PartialOrders> =
        PartialOrders::new(&given, &among_seq_cst, demands)?.into_iter().collect();
    let mut fixed = None;
    while let Some(mut orders) = pending.pop() {
        if !orders.saturate(&given, demands)? {
            continue;
        }
        if among_all.is_none() {
            among_all = Some(given.successors(graph, demands, push_fixed_successors)?);
        }
        let Some(among_all) = &among_all else { continue };
        let mut line = Line::of(graph, &given, &orders, among_all, demands)?;
        let is_interleaving = line.as_ref().is_some_and(|line| line.conflict(graph, &given).is_none());
        if given.block_count() == 0 && demands.last.is_empty() && !is_interleaving {
            // The current order is the only one, and the graph is not consistent with it.
            return Ok(false);
        }
        if line.is_none() {
            line = Line::of(graph, &given, &orders, &among_seq_cst, demands)?;
        }
        let Some(line) = line else { continue };
        line.apply(graph, &given);
        if is_interleaving || seq_cst_order::is_acyclic::<O>(graph, demands.go_on)? {
            return Ok(true);
        }
        if fixed.is_none() {
            fixed = Some(Fixed::<O>::of(graph, demands)?);
        }
        let Some(fixed) = &fixed else { continue };
        if !fixed.is_hopeful(graph, &given, &orders, demands)? {
            continue;
        }
        let undecided: Vec<_> = orders.undecided(&given).collect();
        let (mut choice, mut forced, mut hopeful) = (None, false, true);
        for (one, other) in undecided {
            if orders.is_decided(one, other) {
                continue;
            }
            let mut hopeful_way = |one, other| -> Result<Option<PartialOrders>, Unfinished> {
                let mut way = orders.clone();
                let can_be = way.decide(one, other).is_some()
                    && way.saturate(&given, demands)?
                    && fixed.is_hopeful(graph, &given, &way, demands)?;
                Ok(can_be.then_some(way))
            };
            match [hopeful_way(one, other)?, hopeful_way(other, one)?] {
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

/// The parts of psc that do not depend on coherence order.
struct Fixed<O> {
    relations: FixedRelations,
    ordered: Relation,
    order: PhantomData<O>,
}

impl<O: SeqCstOrder> Fixed<O> {
    fn of(graph: &Graph, demands: &mut Demands<'_>) -> Result<Self, Unfinished> {
        let count = graph.len();
        let event = |index: usize| graph.event(EventId::from_index(index));
        let is_po = |a: &Event, b: &Event| a.thread == b.thread && a.index < b.index;
        let same_location = |a: usize, b: usize| {
            let (one, other) = (event(a).location_or_sum(), event(b).location_or_sum());
            one.is_some() && one == other
        };
        let happens_before = demands.relation(count, |a, b| {
            a != b && graph.happens_before(EventId::from_index(b)).contains(event(a))
        })?;
        let is_seq_cst = |index: usize, fence: bool| {
            event(index).is_seq_cst() && matches!(event(index).label, Label::Fence(_)) == fence
        };
        let relations = FixedRelations {
            program_order: demands.relation(count, |a, b| is_po(event(a), event(b)))?,
            program_order_elsewhere: demands
                .relation(count, |a, b| is_po(event(a), event(b)) && !same_location(a, b))?,
            rmw: demands.relation(count, |a, b| {
                event(b).as_write().is_some_and(|write| write.exclusive)
                    && graph.predecessor(EventId::from_index(b)) == Some(EventId::from_index(a))
            })?,
            happens_before_here: demands
                .relation(count, |a, b| happens_before.contains(a, b) && same_location(a, b))?,
            happens_before,
            reads_from: demands.relation(count, |a, b| {
                event(b).as_read().is_some_and(|read| read.source == Source::Write(EventId::from_index(a)))
            })?,
            accesses: Relation::identity_on(count, |index| is_seq_cst(index, false)),
            fences: Relation::identity_on(count, |index| is_seq_cst(index, true)),
        };
        let ordered = O::fixed(&relations, demands.go_on).ok_or(Unfinished::Interrupted)?;
        Ok(Self { ordered, relations, order: PhantomData })
    }

    /// Whether psc of the decided orders has no cycle.
    fn is_hopeful(
        &self,
        graph: &Graph,
        given: &Given,
        orders: &PartialOrders,
        demands: &mut Demands<'_>,
    ) -> Result<bool, Unfinished> {
        let count = graph.len();
        let id = EventId::from_index;
        let has = |first: EventId, second: EventId| {
            let location = |write: EventId| graph.event(write).as_write().map(|write| write.location);
            let is_open = |at: LocationId| given.open_index(at).is_some();
            match (location(first), location(second)) {
                (Some(one), Some(other)) if one != other => false,
                (Some(at), Some(_)) if is_open(at) => orders.has_writes(given, first, second),
                (Some(_), Some(_)) => {
                    graph.position(Source::Write(first)) < graph.position(Source::Write(second))
                }
                _ => false,
            }
        };
        let coherence = demands.relation(count, |a, b| has(id(a), id(b)))?;
        let from_read = demands.relation(count, |a, b| {
            let read_of =
                |location: LocationId| graph.event(id(a)).as_read().filter(|read| read.location == location);
            let write = graph.event(id(b)).as_write();
            write
                .and_then(|write| read_of(write.location))
                .is_some_and(|read| read.source.write().is_none_or(|source| has(source, id(b))))
        })?;
        let coherence = coherence.or(&from_read);
        let psc = O::partial(&self.relations, &self.ordered, &coherence, demands.go_on);
        psc.map(|psc| psc.is_acyclic()).ok_or(Unfinished::Interrupted)
    }
}

/// Relational algebra that asks the watch whether to go on.
impl Demands<'_> {
    fn relation(
        &mut self,
        size: usize,
        mut holds: impl FnMut(usize, usize) -> bool,
    ) -> Result<Relation, Unfinished> {
        let mut goes_on = true;
        let relation = Relation::from_predicate(size, |a, b| {
            goes_on = goes_on && (b != 0 || (self.go_on)());
            goes_on && holds(a, b)
        });
        if goes_on { Ok(relation) } else { Err(Unfinished::Interrupted) }
    }
}
