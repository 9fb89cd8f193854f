//! A line of all events that respects a global order, and the coherence order that follows from it.
//!
//! Events other than writes to open locations come as early as they can. A write waits, if
//! possible, until the reads from the previous write in the line are done. Where that is not
//! possible, a read from w stands behind the write v that follows w: then the choice whether v
//! precedes w or follows all reads from w matters.

use std::collections::BTreeSet;

use porf_entity::EntityId;
use porf_graph::{EventId, Graph, Label, LocationId, Source};

use super::exclusive_source;
use super::given::{BlockIndex, Given, OpenLocation};
use super::partial::PartialOrders;
use super::successors::Successors;
use super::{Demands, Unfinished};

/// A line of all events.
pub(super) struct Line {
    /// For each event, its place in the line.
    places: Vec<usize>,
    /// For each open location, its writes in the order of their places in the line.
    writes: Vec<Vec<EventId>>,
}

impl Line {
    /// A line that respects the edges and the decided orders. `None` if together they have a cycle.
    pub(super) fn of(
        graph: &Graph,
        given: &Given,
        orders: &PartialOrders,
        successors: &Successors,
        demands: &mut Demands<'_>,
    ) -> Result<Option<Self>, Unfinished> {
        let mut line = Self {
            places: vec![usize::MAX; graph.len()],
            writes: vec![Vec::new(); given.open_locations().len()],
        };
        let followers = |block: BlockIndex| {
            let followers = orders.followers(&given.home_of(block).blocks, block);
            followers.filter_map(|other| given.first(other)).map(EntityId::index)
        };
        let mut waiting_for = successors.predecessor_counts();
        for block in 0..given.block_count() {
            demands.look_now_and_then(block)?;
            followers(block).for_each(|first| waiting_for[first] += 1);
        }
        let mut unread = Unread::new(graph, given);
        let block_of = |node: usize| {
            (node < given.event_count()).then(|| given.block_of(EventId::from_index(node))).flatten()
        };
        // Writes to open locations are kept apart: their turn comes when no other event is ready.
        let all = (0..successors.node_count()).filter(|&node| waiting_for[node] == 0);
        let (writes, mut ready): (Vec<usize>, Vec<usize>) = all.partition(|&node| block_of(node).is_some());
        let mut writes: BTreeSet<usize> = writes.into_iter().collect();
        let mut placed = 0;
        loop {
            demands.look_now_and_then(placed)?;
            let next = ready.pop().or_else(|| {
                let is_welcome = |&&write: &&usize| line.welcomes(graph, given, &unread, write);
                let chosen = writes.iter().find(is_welcome).or_else(|| writes.first()).copied()?;
                writes.take(&chosen)
            });
            let Some(next) = next else { break };
            let mut release = |node: usize| {
                waiting_for[node] -= 1;
                if waiting_for[node] == 0 && block_of(node).is_some() {
                    writes.insert(node);
                } else if waiting_for[node] == 0 {
                    ready.push(node);
                }
            };
            successors.of(next).for_each(&mut release);
            if let Some(block) = given.ended(next) {
                followers(block).for_each(release);
            } else if next < given.event_count() {
                line.places[next] = placed;
                unread.read(graph, given, EventId::from_index(next));
                if let Some(block) = block_of(next) {
                    line.writes[given.home_index(block)].push(EventId::from_index(next));
                }
            }
            placed += 1;
        }
        Ok((placed == successors.node_count()).then_some(line))
    }

    /// Whether a write can come next without a conflict: all reads from the write that it follows
    /// are done or, if it belongs to an rmw, that write is the source of the rmw.
    fn welcomes(&self, graph: &Graph, given: &Given, unread: &Unread, write: usize) -> bool {
        let write = EventId::from_index(write);
        let Some(block) = given.block_of(write) else { return true };
        let last = self.writes[given.home_index(block)].last();
        let last = last.map_or(Source::Initial, |&write| Source::Write(write));
        match exclusive_source(graph, write) {
            Some(source) => source == last,
            None => unread.is_over(given, block, last),
        }
    }

    /// Two blocks whose order in the line contradicts the line: a write of the second one stands
    /// between a write w of the first and a read from w, or the write of an rmw that reads from w.
    pub(super) fn conflict(&self, graph: &Graph, given: &Given) -> Option<(BlockIndex, BlockIndex)> {
        let is_late = |location: LocationId, first: EventId, second: EventId| {
            let is_late = |read: EventId| self.places[read.index()] > self.places[second.index()];
            graph.readers(location, Source::Write(first)).any(is_late)
        };
        given.open_locations().iter().zip(&self.writes).find_map(|(open, writes)| {
            writes.windows(2).find_map(|pair| {
                let (one, other) = (given.block_of(pair[0])?, given.block_of(pair[1])?);
                let is_cut = given.writes_of(one).last() != Some(&pair[0]);
                (one != other && (is_cut || is_late(open.location, pair[0], pair[1]))).then_some((one, other))
            })
        })
    }

    /// Gives the graph the coherence order in which blocks follow each other as their first writes
    /// do in the line.
    pub(super) fn apply(&self, graph: &mut Graph, given: &Given) {
        for OpenLocation { location, blocks } in given.open_locations() {
            let place = |block: BlockIndex| given.first(block).map(|first| self.places[first.index()]);
            let mut order: Vec<BlockIndex> = (blocks.start + 1..blocks.end).collect();
            order.sort_unstable_by_key(|&block| place(block));
            order.insert(0, blocks.start);
            let writes: Vec<EventId> =
                order.into_iter().flat_map(|block| given.writes_of(block)).copied().collect();
            graph.set_coherence(*location, &writes);
        }
    }
}

/// For each write to an open location, the number of reads from it that are not done. A write that
/// an rmw overwrites has one more.
struct Unread {
    of_writes: Vec<u32>,
    /// For each open location, the same number for its initial write.
    of_initial: Vec<u32>,
}

impl Unread {
    fn new(graph: &Graph, given: &Given) -> Self {
        let mut unread =
            Self { of_writes: vec![0; graph.len()], of_initial: vec![0; given.open_locations().len()] };
        for (index, OpenLocation { location, blocks }) in given.open_locations().iter().enumerate() {
            let has_rmw = !given.writes_of(blocks.start).is_empty();
            unread.of_initial[index] =
                graph.readers(*location, Source::Initial).count() as u32 + u32::from(has_rmw);
            for block in blocks.clone() {
                let writes = given.writes_of(block);
                for &write in writes {
                    let has_rmw = writes.last() != Some(&write);
                    unread.of_writes[write.index()] =
                        graph.readers(*location, Source::Write(write)).count() as u32 + u32::from(has_rmw);
                }
            }
        }
        unread
    }

    /// Counts an event as done, if it is a read of an open location.
    fn read(&mut self, graph: &Graph, given: &Given, event: EventId) {
        let Label::Read(read) = graph.event(event).label else { return };
        if let Some(open) = given.open_index(read.location) {
            match read.source {
                Source::Initial => self.of_initial[open] -= 1,
                Source::Write(write) => self.of_writes[write.index()] -= 1,
            }
        }
    }

    /// Whether a block to which the write does not belong may overwrite the write.
    fn is_over(&self, given: &Given, block: BlockIndex, write: Source) -> bool {
        let unread = match write {
            Source::Initial => self.of_initial[given.home_index(block)],
            Source::Write(write) => self.of_writes[write.index()],
        };
        unread == 0
    }
}
