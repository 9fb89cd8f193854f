//! Pools: the objects of libraries whose writes have no order, and are read a limited number of times
//! [genmc §2.6, §2.7].
//!
//! A thread *puts* an item into the pool of an object, and threads *take* items
//! (rf-functionality): a read is of some item that the graph has, and an item is taken at most as
//! often as it was put for. The items of a pool are in no order. So each item is a location of its
//! own, which has one write, and the pool is one more location without writes. A take from an item is
//! a read of that location. No model has anything to say of such a location but that rf may
//! synchronise.
//!
//! # Waiting
//!
//! A thread that takes may find nothing. As in [genmc §2.7] its source is then ⊥: the take is an
//! [attempt](Label::Wait) at the pool, in no relation with other events, and the thread *idles*
//! until an item revisits the attempt. At the end of an execution each thread that idles must have
//! a reason (well-blocking, MM4): all items of the pool have been taken as often as they can be. An
//! execution in which a thread idles although an item is left is in vain, and is not reported.
//!
//! # Each execution is explored once
//!
//! Exactness asks for one [maximal](crate::graph_explorer) way to add each event which is a function
//! of P, the events before it and the causal prefix of the revisiting write, and which is always
//! available and consistent. That is
//!
//! - for a thread that takes and waits: ⊥, whatever P has. Other takes need no displacement
//!   [genmc §2.6]: whoever takes an item, the others may have idled meanwhile;
//! - for a thread that tries: to find nothing;
//! - for a thread that looks and waits: the item in P that comes last by thread and index. The look is
//!   not added before there is an item, so that P has one. It takes nothing away, and no thread need
//!   idle while there is something to look at;
//! - for a thread that swaps: the item of the thread that has taken this thread's own item in P, or
//!   ⊥ if P has no such thread.
//!
//! Takes after which a thread may idle come late: when no other event can be added but awaits that
//! may idle.
//!
//! # Swaps
//!
//! A swap is two events, a put and the taking of another thread's item, and it is mutual: if a thread
//! takes the item of another one, that one takes the item of the first. A graph may have half of a
//! swap only if the other thread has not got so far. So no graph is left with a half: the other half
//! is always possible, and nothing else is.

use std::collections::BTreeMap;

use porf_entity::{AccessSize, Address, EntityId, Taking, ThreadId, Value};
use porf_graph::{EventId, Graph, Label, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Program};

use super::{Choice, ExecutionCore};
use crate::restart::Interruption;

/// For each pool, value and undefined bits, the number of items.
pub(crate) type PoolContents = BTreeMap<(LocationId, Value, u64), usize>;

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// The pool of the object that a thread is about to use; `None` if that is an error, which is then
    /// reported.
    pub(crate) fn locate_pool(
        &mut self,
        thread: ThreadId,
        object: Address,
        size: AccessSize,
    ) -> Result<Option<LocationId>, Interruption> {
        let pool = self.locate(thread, object, size, true)?;
        if let Some(pool) = pool {
            self.locations.make_pool(pool);
        }
        Ok(pool)
    }

    /// The location of the item that a thread is about to put into a pool.
    pub(crate) fn locate_item(&mut self, pool: LocationId, thread: ThreadId) -> LocationId {
        let index = self.state.graph.thread_events(thread).len();
        let item = self.locations.locate_item(pool, thread, index);
        if let Some(library) = self.locations.library(pool) {
            self.model.assign(item, library, pool);
        }
        item
    }

    /// The items of a pool that a thread may read next, the last one by thread and index first.
    pub(crate) fn items_for(&self, thread: ThreadId, pool: LocationId, manner: Taking) -> Vec<EventId> {
        let graph = &self.state.graph;
        if manner == Taking::Swap {
            let own = graph.last(thread);
            if let Some(partner) = own.and_then(|own| partner(graph, own)) {
                return vec![partner];
            }
            let is_free = |&item: &EventId| Some(item) != own && self.may_be_swapped(item);
            return self.items_in(pool).filter(is_free).collect();
        }
        self.items_in(pool).filter(|&item| !manner.takes() || self.is_left(item)).collect()
    }

    /// The items in a pool, the last one by thread and index first.
    pub(super) fn items_in(&self, pool: LocationId) -> impl Iterator<Item = EventId> + use<P, M> {
        let graph = &self.state.graph;
        let mut items: Vec<EventId> =
            self.locations.items(pool).iter().flat_map(|&item| graph.writes(item).iter().copied()).collect();
        items.sort_unstable_by_key(|&item| std::cmp::Reverse(place(graph, item)));
        items.into_iter()
    }

    /// How often an item can be taken.
    pub(super) fn times(&self, item: EventId) -> usize {
        match self.state.step(item).action {
            Action::Put { times, .. } => times as usize,
            _ => 0,
        }
    }

    /// The calls that take an item.
    pub(super) fn takers(&self, item: EventId) -> impl Iterator<Item = EventId> {
        let graph = &self.state.graph;
        let location = graph.event(item).location();
        location
            .into_iter()
            .flat_map(move |location| graph.readers(location, Source::Write(item)))
            .filter(|&reader| is_take(self.state.step(reader).action))
    }

    /// How often an item can still be taken.
    fn times_left(&self, item: EventId) -> usize {
        self.times(item).saturating_sub(self.takers(item).count())
    }

    /// Returns whether an item can be taken once more.
    fn is_left(&self, item: EventId) -> bool {
        self.times_left(item) > 0
    }

    /// The contents of all pools: how many items with each content are left, each as often as it can be
    /// taken.
    pub(crate) fn contents_of_pools(&self) -> PoolContents {
        let mut contents = PoolContents::default();
        if !self.features.pools {
            return contents;
        }
        let graph = &self.state.graph;
        for location in graph.locations() {
            let Some(pool) = self.locations.pool_of(location).filter(|&pool| pool != location) else {
                continue;
            };
            let Some(&item) = graph.writes(location).first() else { continue };
            let (Some(write), left) = (graph.event(item).as_write(), self.times_left(item)) else { continue };
            if left > 0 {
                *contents.entry((pool, write.value, write.undefined)).or_default() += left;
            }
        }
        contents
    }

    /// Returns whether threads that have done something since there were so many events, with these
    /// contents of the pools, can do the same again: there are as many items, or more, and nobody has
    /// found that there were none.
    pub(crate) fn pools_allow_repetition(&self, contents: &PoolContents, events: usize) -> bool {
        if !self.features.pools {
            return true;
        }
        let now = self.contents_of_pools();
        if now == *contents {
            return true;
        }
        let finds_nothing = |event: EventId| {
            let is_take = matches!(self.state.step(event).action, Action::Take { .. });
            let read = self.state.graph.event(event).as_read();
            is_take && read.is_some_and(|read| read.source == Source::Initial)
        };
        contents.iter().all(|(item, left)| now.get(item).is_some_and(|now| now >= left))
            && !(events..self.state.graph.len()).map(EventId::from_index).any(finds_nothing)
    }

    /// Returns whether an item may be taken in a swap by a thread whose own item nobody has taken:
    /// nobody has taken it, and its thread has not got further than to put it.
    fn may_be_swapped(&self, item: EventId) -> bool {
        self.is_left(item) && self.state.graph.successor(item).is_none()
    }

    /// The choice to read an item of a pool, or nothing.
    pub(crate) fn read_of_item(&self, pool: LocationId, item: Option<EventId>) -> Choice {
        let location = item.and_then(|item| self.state.graph.event(item).location()).unwrap_or(pool);
        let source = item.map_or(Source::Initial, Source::Write);
        Choice::Read { location, source, spurious: false }
    }

    /// The pool at which a thread idles.
    pub(crate) fn idles_at_pool(&self, thread: ThreadId) -> Option<LocationId> {
        let graph = &self.state.graph;
        match graph.event(graph.last(thread)?).label {
            Label::Wait { location, .. } if is_take(self.action(thread)) => Some(location),
            _ => None,
        }
    }

    /// Returns whether there is an item in the pool of an object.
    pub(crate) fn has_items(&self, object: Address, size: AccessSize) -> bool {
        let pool = self.locations.find(object, size);
        pool.is_some_and(|pool| self.items_in(pool).next().is_some())
    }

    /// Returns whether some thread idles at a pool although there is an item for it.
    pub(crate) fn idles_in_vain(&self) -> bool {
        if !self.features.pools {
            return false;
        }
        let idle: Vec<(ThreadId, LocationId)> = self
            .state
            .paused
            .threads(&self.state.graph)
            .filter_map(|thread| Some((thread, self.idles_at_pool(thread)?)))
            .collect();
        idle.iter().any(|&(thread, pool)| match self.action(thread) {
            Action::Take { manner: Taking::Swap, .. } => {
                idle.iter().any(|&(other, at)| other != thread && at == pool)
            }
            Action::Take { manner, .. } => !self.items_for(thread, pool, manner).is_empty(),
            _ => false,
        })
    }
}

/// Returns whether an action takes items.
fn is_take(action: Action) -> bool {
    matches!(action, Action::Take { manner, .. } if manner.takes())
}

/// The place of an item among those of its pool.
pub(crate) fn place(graph: &Graph, item: EventId) -> (ThreadId, u32) {
    let event = graph.event(item);
    (event.thread, event.index)
}

/// The item of the thread that has taken this item in a swap.
pub(crate) fn partner(graph: &Graph, item: EventId) -> Option<EventId> {
    let location = graph.event(item).location()?;
    graph.readers(location, Source::Write(item)).find_map(|reader| graph.predecessor(reader))
}
