//! The order in which items leave pools: queues and stacks.
//!
//! Happens-before does not order all calls, so neither are items ordered in all. Let e and e' be puts
//! into one pool. A *queue* demands: if e happens before e' and a call t' takes the item of e', then a call takes
//! that of e, and not one that t' happens before. A *stack* demands: if e happens before e', e' before a call t, and t
//! takes the item of e, then a call takes that of e', and not one that t happens before. Both demand of a call n
//! that finds nothing: if e happens before n, a call takes the item of e, and not one that n happens before. (These
//! are the axioms of weak queues and stacks of A. Raad et al., On library correctness under weak memory
//! consistency, POPL 2019. Every linearizable queue and stack satisfies them.)
//!
//! A call that takes e may come later than the one that takes e'. So the demands are not prefix-closed
//! (MM2), and exploration asks for them at the end of an execution: it explores the executions of a pool
//! without an order and filters those that are full, as for models that are
//! [filtering](porf_models::Model::is_filtering).

use porf_entity::PoolOrder;
use porf_graph::{EventId, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Program};
use rustc_hash::FxHashMap;

use super::ExecutionCore;

/// A put, and the first call that takes its item.
type Put = (EventId, Option<EventId>);

/// The calls at a pool.
struct Calls {
    order: PoolOrder,
    puts: Vec<Put>,
    /// The calls that found nothing.
    misses: Vec<EventId>,
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Returns whether items leave each pool as its order demands.
    pub(super) fn pools_are_in_order(&self) -> bool {
        !self.features.ordered_pools || self.ordered_pools().values().all(|calls| self.leave_in_order(calls))
    }

    /// The pools with an order.
    fn ordered_pools(&self) -> FxHashMap<LocationId, Calls> {
        let graph = &self.state.graph;
        let mut pools: FxHashMap<LocationId, Calls> = FxHashMap::default();
        for event in graph.events() {
            let Action::Take { object, size, order, .. } = self.state.step(event).action else { continue };
            let Some(pool) = self.locations.find(object, size).filter(|_| order != PoolOrder::Any) else {
                continue;
            };
            let calls = pools.entry(pool).or_insert_with(|| {
                let puts = self.items_in(pool).map(|put| (put, None)).collect();
                Calls { order, puts, misses: Vec::new() }
            });
            match graph.event(event).as_read().map(|read| read.source) {
                Some(Source::Initial) => calls.misses.push(event),
                Some(Source::Write(source)) => {
                    if let Some((_, taker)) = calls.puts.iter_mut().find(|(put, _)| *put == source) {
                        taker.get_or_insert(event);
                    }
                }
                None => {}
            }
        }
        pools
    }

    fn leave_in_order(&self, Calls { order, puts, misses }: &Calls) -> bool {
        let graph = &self.state.graph;
        let before = |one: EventId, other: EventId| graph.happens_before(other).contains(graph.event(one));
        // Whether some call takes an item without coming after another one.
        let leaves_before = |taker: Option<EventId>, other: EventId| {
            taker.is_some_and(|taker| taker != other && !before(other, taker))
        };
        let is_pair_in_order = |&(put, taker): &Put, &(next, next_taker): &Put| match order {
            PoolOrder::Any => true,
            _ if put == next || !before(put, next) => true,
            PoolOrder::Fifo => next_taker.is_none_or(|next_taker| leaves_before(taker, next_taker)),
            PoolOrder::Lifo => {
                taker.is_none_or(|taker| !before(next, taker) || leaves_before(next_taker, taker))
            }
        };
        puts.iter().all(|one| puts.iter().all(|other| is_pair_in_order(one, other)))
            && misses.iter().all(|&miss| {
                puts.iter().all(|&(put, taker)| !before(put, miss) || leaves_before(taker, miss))
            })
    }
}
