//! The order of one location's writes where views tell what precedes what.
//!
//! Under RA, a write w must precede a write v in coherence if w is in the causal prefix of v or of a read from v: the other
//! way round, po ∪ rf ∪ coₓ ∪ frₓ would have a cycle. Under RC11's irreflexive(hb; eco?), the same holds for happens-before, and
//! also if a read from w is in that prefix. With rmws, all of this holds for blocks. Any order of the blocks
//! that respects it is consistent (tracer, Theorem 4.2), and there is one exactly if it has no cycle.

use porf_graph::{EventId, Graph, LocationId, View};
use smallvec::SmallVec;

use super::{Demands, Interrupted};

/// Which prefixes say what is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Knowledge {
    /// (po ∪ rf)*. A write is known if a read from it is.
    Causal,
    /// Happens-before. That a read from a write is known counts, too.
    HappensBefore,
}

impl Knowledge {
    pub(crate) fn prefix(self, graph: &Graph, event: EventId) -> View<'_> {
        match self {
            Self::Causal => graph.causal(event),
            Self::HappensBefore => graph.happens_before(event),
        }
    }

    /// Whether the write, or where that counts a read from it, is in the prefix.
    pub(crate) fn knows(self, graph: &Graph, prefix: View<'_>, location: LocationId, write: EventId) -> bool {
        let contains = |event: EventId| prefix.contains(graph.event(event));
        contains(write) || self == Self::HappensBefore && graph.readers(location, Some(write)).any(contains)
    }

    /// Whether the first write must precede the second at the same location, as far as that follows from one prefix, that of
    /// the second or of a read from it that counts.
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
            || graph.readers(location, Some(second)).filter(|&reader| counts(reader)).any(knows_first)
    }
}

/// Memory for sorting.
#[derive(Clone, Default, Debug)]
pub(crate) struct BlockSort {
    /// The writes as they stand.
    writes: Vec<EventId>,
    /// Where in `writes` each block begins, and after the last one their number. The first block is that of the initial
    /// write, which is not counted.
    starts: Vec<usize>,
    /// For each block, what its writes and the reads from them know, one count a thread.
    known: Vec<u32>,
    /// How many blocks that are not placed yet must precede each block.
    waiting_for: Vec<usize>,
    sorted: Vec<EventId>,
}

impl BlockSort {
    /// Sorts the location and those whose last writes are demanded. `false` if one of them cannot be.
    pub(crate) fn sort_demanded(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        demands: &Demands<'_>,
        knowledge: Knowledge,
    ) -> Result<bool, Interrupted> {
        let demanded = demands.last.iter().filter_map(|&last| graph.event(last).location());
        let locations: SmallVec<[LocationId; 4]> = demanded.chain([location]).collect();
        let mut sort = |location| {
            let last = demands.last_at(graph, location);
            (demands.is_free)(location) && self.sort(graph, location, last, knowledge)
        };
        Ok(locations.into_iter().all(&mut sort))
    }

    /// Puts the location's writes in an order that respects what is known, with `last` as the last one, as they stand as
    /// far as possible. `false` if there is no such order.
    pub(crate) fn sort(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        last: Option<EventId>,
        knowledge: Knowledge,
    ) -> bool {
        self.divide(graph, location);
        let found =
            self.collect(graph, location, knowledge) && self.arrange(graph, location, last, knowledge);
        if found {
            graph.set_coherence(location, &self.sorted);
        }
        found
    }

    fn divide(&mut self, graph: &Graph, location: LocationId) {
        self.writes.clear();
        self.writes.extend_from_slice(graph.writes(location));
        self.starts.clear();
        self.starts.push(0);
        for (index, &write) in self.writes.iter().enumerate() {
            if graph.event(write).as_write().is_some_and(|write| !write.exclusive) {
                self.starts.push(index);
            }
        }
        self.starts.push(self.writes.len());
    }

    fn block_count(&self) -> usize {
        self.starts.len() - 1
    }

    fn block(&self, block: usize) -> &[EventId] {
        &self.writes[self.starts[block]..self.starts[block + 1]]
    }

    fn known(&self, block: usize) -> View<'_> {
        let threads = self.known.len() / self.block_count();
        View::new(&self.known[block * threads..][..threads])
    }

    /// Collects what the blocks know. `false` if a write of a block, or a read from it, knows a later write of the block.
    fn collect(&mut self, graph: &Graph, location: LocationId, knowledge: Knowledge) -> bool {
        let threads = graph.thread_count();
        self.known.clear();
        self.known.resize(threads * self.block_count(), 0);
        for block in 0..self.block_count() {
            if block == 0 {
                self.learn(graph, block, graph.readers(location, None), knowledge);
            }
            for index in self.starts[block]..self.starts[block + 1] {
                let write = self.writes[index];
                if knowledge.knows(graph, self.known(block), location, write) {
                    return false;
                }
                self.learn(graph, block, [write], knowledge);
                self.learn(graph, block, graph.readers(location, Some(write)), knowledge);
            }
        }
        true
    }

    /// Adds what the events know to what the block knows.
    fn learn(
        &mut self,
        graph: &Graph,
        block: usize,
        events: impl IntoIterator<Item = EventId>,
        knowledge: Knowledge,
    ) {
        let threads = graph.thread_count();
        let known = &mut self.known[block * threads..][..threads];
        for event in events {
            for (count, &more) in known.iter_mut().zip(knowledge.prefix(graph, event).counts()) {
                *count = more.max(*count);
            }
        }
    }

    /// Whether the first block must precede the second.
    fn precedes(
        &self,
        graph: &Graph,
        location: LocationId,
        knowledge: Knowledge,
        first: usize,
        second: usize,
        last: Option<usize>,
    ) -> bool {
        let known = self.known(second);
        first == 0
            || last == Some(second)
            || self.block(first).iter().any(|&write| knowledge.knows(graph, known, location, write))
    }

    /// Places one block after the other, each time the first one that need not wait for another. `false` if all must.
    fn arrange(
        &mut self,
        graph: &Graph,
        location: LocationId,
        last: Option<EventId>,
        knowledge: Knowledge,
    ) -> bool {
        let count = self.block_count();
        let last = match last {
            None => None,
            Some(last) => match (0..count).find(|&block| self.block(block).last() == Some(&last)) {
                None => return false,
                block => block,
            },
        };
        let mut waiting_for = std::mem::take(&mut self.waiting_for);
        waiting_for.clear();
        waiting_for.extend((0..count).map(|second| {
            let before = |&first: &usize| {
                first != second && self.precedes(graph, location, knowledge, first, second, last)
            };
            (0..count).filter(before).count()
        }));
        self.sorted.clear();
        let mut placed = 0;
        while let Some(next) = waiting_for.iter().position(|&waiting| waiting == 0) {
            waiting_for[next] = usize::MAX;
            placed += 1;
            let block = self.starts[next]..self.starts[next + 1];
            self.sorted.extend_from_slice(&self.writes[block]);
            for (second, waiting) in waiting_for.iter_mut().enumerate().filter(|(_, it)| **it != usize::MAX) {
                *waiting -= usize::from(self.precedes(graph, location, knowledge, next, second, last));
            }
        }
        self.waiting_for = waiting_for;
        placed == count
    }
}
