//! The order of the writes to one location where views give the pairs whose order is forced.
//!
//! Under RA, a write w must precede a write v in coherence order if w is in the causal prefix of v
//! or of a read from v: the other way round, po ∪ rf ∪ coₓ ∪ frₓ would have a cycle. Under RC11's
//! irreflexive(hb; eco?), the same holds for happens-before, and also if a read from w is in that
//! prefix. With rmws, all of this holds for blocks. Any order of the blocks that respects these
//! pairs is consistent [tracer Theorem 4.2], and there is one exactly if the pairs have no cycle.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Graph, LocationId, Source, View};
use smallvec::SmallVec;

use super::Demands;
use crate::coherence::seen_by;

/// The kind of prefix that decides which writes are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Knowledge {
    /// (po ∪ rf)*. If a read from a write is in the prefix, then so is the write.
    Causal,
    /// Happens-before. A write is also known if a read from it is in the prefix.
    HappensBefore,
}

impl Knowledge {
    pub(crate) fn prefix(self, graph: &Graph, event: EventId) -> View<'_> {
        match self {
            Self::Causal => graph.causal(event),
            Self::HappensBefore => graph.happens_before(event),
        }
    }

    /// Whether the write, or with happens-before a read from it, is in the prefix.
    pub(crate) fn knows(self, graph: &Graph, prefix: View<'_>, location: LocationId, write: EventId) -> bool {
        let contains = |event: EventId| prefix.contains(graph.event(event));
        contains(write)
            || self == Self::HappensBefore && graph.readers(location, Source::Write(write)).any(contains)
    }

    /// Whether the first write must precede the second at the same location, as far as that follows
    /// from one prefix: that of the second write, or of a read from it that counts.
    pub(crate) fn precedes(
        self,
        graph: &Graph,
        first: EventId,
        second: EventId,
        counts: impl Fn(EventId) -> bool,
    ) -> bool {
        let Some(location) = graph.event(first).location() else { return false };
        let knows_first = |event| self.knows(graph, self.prefix(graph, event), location, first);
        knows_first(second)
            || graph
                .readers(location, Source::Write(second))
                .filter(|&reader| counts(reader))
                .any(knows_first)
    }
}

/// Memory for sorting.
#[derive(Clone, Default, Debug)]
pub(crate) struct BlockSort {
    /// The writes in their current order.
    writes: Vec<EventId>,
    /// For each block, its first index in `writes`, and behind the last block the number of writes.
    /// The first block is that of the initial write, which is not counted.
    starts: Vec<usize>,
    /// For each position of the current order, its block.
    block_at: Vec<usize>,
    /// The accesses to the location, thread by thread, each thread's in program order.
    accesses: Vec<EventId>,
    /// The threads with the ranges of their accesses in `accesses`.
    by_thread: Vec<(ThreadId, Range<usize>)>,
    /// The prefix that is known to the current block, one count a thread.
    known: Vec<u32>,
    /// Pairs of blocks of which the first must precede the second. Once all are collected, they are
    /// sorted by the first.
    edges: Vec<(usize, usize)>,
    /// For each block, the number of edges to it from blocks that are not placed yet.
    waiting_for: Vec<usize>,
    ready: BinaryHeap<Reverse<usize>>,
    sorted: Vec<EventId>,
}

impl BlockSort {
    /// Sorts the location and the locations whose last writes are demanded. Returns `false` if one
    /// of them has no order.
    pub(crate) fn sort_demanded(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        demands: &Demands<'_>,
        knowledge: Knowledge,
    ) -> bool {
        let demanded = demands.last.iter().filter_map(|&last| graph.event(last).location());
        let locations: SmallVec<[LocationId; 4]> = demanded.chain([location]).collect();
        let mut sort = |location| {
            let last = demands.last_at(graph, location);
            (demands.is_unordered)(location) && self.sort(graph, location, last, knowledge)
        };
        locations.into_iter().all(&mut sort)
    }

    /// Puts the location's writes in an order that respects the known pairs, with `last` as the
    /// last one, and keeps their current order as far as possible. Returns `false` if there is no
    /// such order.
    fn sort(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        last: Option<EventId>,
        knowledge: Knowledge,
    ) -> bool {
        self.divide(graph, location);
        let last_block = last.map(|last| self.block_at[graph.position(Source::Write(last))]);
        let can_be_last = |block| {
            let is_only_one = self.block_count() == 1;
            self.block(block).last().copied() == last && (block != 0 || is_only_one)
        };
        if !last_block.is_none_or(can_be_last) {
            return false;
        }
        self.collect_accesses(graph, location);
        self.edges.clear();
        let found = (0..self.block_count())
            .all(|block| self.collect_edges(graph, location, block, last_block, knowledge))
            && self.arrange(last_block);
        if found {
            graph.set_coherence(location, &self.sorted);
        }
        found
    }

    /// Pushes pairs of writes to the location from which all known pairs follow. Returns `false` if
    /// it sees that there is no order.
    pub(crate) fn push_known(
        &mut self,
        graph: &Graph,
        location: LocationId,
        knowledge: Knowledge,
        pairs: &mut Vec<(EventId, EventId)>,
    ) -> bool {
        self.divide(graph, location);
        self.collect_accesses(graph, location);
        self.edges.clear();
        let found =
            (0..self.block_count()).all(|block| self.collect_edges(graph, location, block, None, knowledge));
        let known = self
            .edges
            .iter()
            .filter_map(|&(one, other)| Some((*self.block(one).last()?, *self.block(other).first()?)));
        pairs.extend(known);
        found
    }

    fn divide(&mut self, graph: &Graph, location: LocationId) {
        self.writes.clear();
        self.writes.extend_from_slice(graph.writes(location));
        self.starts.clear();
        self.starts.push(0);
        self.block_at.clear();
        self.block_at.push(0);
        for (index, &write) in self.writes.iter().enumerate() {
            if graph.event(write).as_write().is_some_and(|write| !write.exclusive) {
                self.starts.push(index);
            }
            self.block_at.push(self.starts.len() - 1);
        }
        self.starts.push(self.writes.len());
    }

    fn block_count(&self) -> usize {
        self.starts.len() - 1
    }

    fn block(&self, block: usize) -> &[EventId] {
        &self.writes[self.starts[block]..self.starts[block + 1]]
    }

    fn collect_accesses(&mut self, graph: &Graph, location: LocationId) {
        self.accesses.clear();
        self.by_thread.clear();
        for &last in graph.last_accesses(location) {
            let start = self.accesses.len();
            self.accesses.extend(graph.accesses_back_from(last));
            self.accesses[start..].reverse();
            self.by_thread.push((graph.event(last).thread, start..self.accesses.len()));
        }
    }

    /// The block of an access that is a write, or of the source of an access that is a read.
    fn block_seen(&self, graph: &Graph, access: EventId) -> usize {
        self.block_at[graph.position(seen_by(graph, access))]
    }

    /// Collects the edges to a block from the blocks that are known to its writes and to the reads
    /// from them. Returns `false` if it sees already that there is no order: if one of these events
    /// knows a later write of the block, if one of the initial block knows another block at all, or
    /// if the last block is known.
    ///
    /// For each thread it suffices to look at the last known access that concerns another block:
    /// the thread's earlier accesses are known to the event that made that one.
    fn collect_edges(
        &mut self,
        graph: &Graph,
        location: LocationId,
        block: usize,
        last: Option<usize>,
        knowledge: Knowledge,
    ) -> bool {
        self.known.clear();
        self.known.resize(graph.thread_count(), 0);
        if block == 0 {
            self.learn(graph, graph.readers(location, Source::Initial), knowledge);
        }
        for index in self.starts[block]..self.starts[block + 1] {
            let write = self.writes[index];
            if knowledge.knows(graph, View::new(&self.known), location, write) {
                return false;
            }
            self.learn(graph, [write], knowledge);
            self.learn(graph, graph.readers(location, Source::Write(write)), knowledge);
        }
        for (thread, accesses) in &self.by_thread {
            let own = &self.accesses[accesses.clone()];
            let count = own.partition_point(|&access| graph.event(access).index < self.known[thread.index()]);
            let mut blocks = own[..count].iter().rev().map(|&access| self.block_seen(graph, access));
            if let Some(first) = blocks.find(|&other| other != block).filter(|&first| first != 0) {
                if block == 0 || last == Some(first) {
                    return false;
                }
                self.edges.push((first, block));
            }
        }
        true
    }

    /// Joins the prefixes of the events into the prefix that is known to the current block.
    fn learn(&mut self, graph: &Graph, events: impl IntoIterator<Item = EventId>, knowledge: Knowledge) {
        for event in events {
            for (count, &more) in self.known.iter_mut().zip(knowledge.prefix(graph, event).counts()) {
                *count = more.max(*count);
            }
        }
    }

    /// Places the blocks one after the other, the initial one first. Each time it takes the first
    /// block that need not wait for another. Returns `false` if all remaining blocks must wait.
    fn arrange(&mut self, last: Option<usize>) -> bool {
        let Self { writes, starts, edges, waiting_for, ready, sorted, .. } = self;
        let count = starts.len() - 1;
        edges.sort_unstable();
        waiting_for.clear();
        waiting_for.resize(count, 0);
        edges.iter().for_each(|&(_, second)| waiting_for[second] += 1);
        sorted.clear();
        ready.clear();
        ready.push(Reverse(0));
        let others = (1..count).filter(|&block| waiting_for[block] == 0 && last != Some(block));
        ready.extend(others.map(Reverse));
        while let Some(Reverse(next)) = ready.pop() {
            sorted.extend_from_slice(&writes[starts[next]..starts[next + 1]]);
            let begin = edges.partition_point(|&(first, _)| first < next);
            for &(_, second) in edges[begin..].iter().take_while(|&&(first, _)| first == next) {
                waiting_for[second] -= 1;
                if waiting_for[second] == 0 && last != Some(second) {
                    ready.push(Reverse(second));
                }
            }
        }
        // The initial block is the last one only if it is the only one.
        if let Some(last) = last.filter(|&last| last != 0) {
            sorted.extend_from_slice(&writes[starts[last]..starts[last + 1]]);
        }
        sorted.len() == writes.len()
    }
}
