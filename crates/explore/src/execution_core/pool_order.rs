//! The order in which items leave pools, and the calls that find nothing.
//!
//! Happens-before does not order all calls, so neither are items ordered in all. An item is *used up
//! before* a call t if it has been taken as often as it can be by calls other than t that t does not happen
//! before.
//!
//! - Each pool demands: if an item was put before a call that finds nothing, it is used up before that call.
//! - A *queue* demands: if e was put before e', and t' takes e', then e is used up before t'.
//! - A *stack* demands: if e was put before e', e' before a call t, and t takes e, then e' is used up
//!   before t.
//!
//! Here "before" is happens-before. (These are the axioms of weak queues and stacks of A. Raad et al., On
//! library correctness under weak memory consistency, POPL 2019. Every linearizable queue, stack and bag
//! satisfies them.)
//!
//! A call that takes e may come later than the one that takes e'. So the demands are not prefix-closed
//! (MM2), and exploration asks for them at the end of an execution: it explores the executions of a pool
//! without demands and filters those that are full, as for models that are
//! [filtering](porf_models::Model::is_filtering).

use porf_entity::{PoolOrder, ThreadId};
use porf_graph::{EventId, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Program};
use rustc_hash::FxHashMap;

use super::ExecutionCore;

/// An item of a pool.
struct Item {
    put: EventId,
    /// How often it can be taken.
    times: usize,
    takers: Vec<EventId>,
}

/// The calls at a pool.
struct Calls {
    order: PoolOrder,
    items: Vec<Item>,
    /// The calls that found nothing.
    misses: Vec<EventId>,
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Returns whether each pool has what it demands.
    pub(crate) fn pools_are_in_order(&self) -> bool {
        !self.features.filtered_pools || self.calls_at_pools().values().all(|calls| self.meets_demands(calls))
    }

    /// Of the items that a thread may take next, one that its pool allows it to take if no other call
    /// comes later. The items are those that are left.
    pub(crate) fn next_in_order(
        &self,
        thread: ThreadId,
        items: &[EventId],
        order: PoolOrder,
    ) -> Option<EventId> {
        let is_first = |&item: &EventId| {
            items.iter().all(|&other| match order {
                PoolOrder::Any => true,
                PoolOrder::Fifo => other == item || !self.is_before(other, item),
                PoolOrder::Lifo => {
                    other == item || !self.is_before(item, other) || !self.is_before_next(other, thread)
                }
            })
        };
        items.iter().copied().find(is_first)
    }

    /// The calls at the pools that demand something.
    fn calls_at_pools(&self) -> FxHashMap<LocationId, Calls> {
        let graph = &self.state.graph;
        let mut pools: FxHashMap<LocationId, Calls> = FxHashMap::default();
        for event in graph.events() {
            let Action::Take { object, size, manner, order, .. } = self.state.step(event).action else {
                continue;
            };
            if order == PoolOrder::Any && !manner.may_find_nothing() {
                continue;
            }
            let Some(pool) = self.locations.find(object, size) else { continue };
            let calls = pools.entry(pool).or_insert_with(|| Calls {
                order,
                items: self.items_with_takers(pool),
                misses: Vec::new(),
            });
            if graph.event(event).as_read().is_some_and(|read| read.source == Source::Initial) {
                calls.misses.push(event);
            }
        }
        pools
    }

    fn items_with_takers(&self, pool: LocationId) -> Vec<Item> {
        let item = |put| Item { put, times: self.times(put), takers: self.takers(put).collect() };
        self.items_in(pool).map(item).collect()
    }

    fn meets_demands(&self, Calls { order, items, misses }: &Calls) -> bool {
        // Whether the item is used up before a call, which does not take it.
        let is_used_up = |item: &Item, call: EventId| {
            let is_earlier = |&&taker: &&EventId| !self.is_before(call, taker);
            item.takers.iter().filter(is_earlier).count() >= item.times
        };
        let is_pair_in_order = |one: &Item, other: &Item| match order {
            PoolOrder::Any => true,
            _ if one.put == other.put || !self.is_before(one.put, other.put) => true,
            PoolOrder::Fifo => other.takers.iter().all(|&taker| is_used_up(one, taker)),
            PoolOrder::Lifo => {
                one.takers.iter().all(|&taker| !self.is_before(other.put, taker) || is_used_up(other, taker))
            }
        };
        let is_ordered = *order != PoolOrder::Any;
        misses
            .iter()
            .all(|&miss| items.iter().all(|item| !self.is_before(item.put, miss) || is_used_up(item, miss)))
            && (!is_ordered || items.iter().all(|one| items.iter().all(|other| is_pair_in_order(one, other))))
    }

    fn is_before(&self, one: EventId, other: EventId) -> bool {
        let graph = &self.state.graph;
        graph.happens_before(other).contains(graph.event(one))
    }

    /// Returns whether an event happens before the next one of a thread.
    fn is_before_next(&self, one: EventId, thread: ThreadId) -> bool {
        let last = self.state.graph.last(thread);
        last.is_some_and(|last| last == one || self.is_before(one, last))
    }
}
