//! All events in a line that respects a global order, and the coherence order that follows from it.
//!
//! What does not write comes as early as it can. A write waits, if possible, until the reads from the write before it are done.
//! Where that is not possible, a read from w stands behind the write v that follows w: whether v precedes w or follows all reads
//! from it is a choice that matters.

use std::collections::BTreeSet;

use porf_entity::EntityId;
use porf_graph::{EventId, Graph, Label, LocationId, Source};

use super::exclusive_source;
use super::given::{BlockIndex, Given, OpenLocation};
use super::partial::PartialOrders;
use super::successors::Successors;
use super::{Demands, Unfinished};

/// The line.
pub(super) struct Line {
    /// For each event, its place.
    places: Vec<usize>,
    /// For each location, the writes that come in the line, in the order of their places, if it is open.
    writes: Vec<Vec<EventId>>,
}

impl Line {
    /// A line that respects the edges and what is decided. `None` if together they have a cycle.
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
        // Writes to open locations are kept apart: their turn comes when there is nothing else.
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

    /// Whether nothing speaks against a write as the next one: all reads from the write that it follows are done, and
    /// its rmw, if it belongs to one, has read from that.
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

    /// Two blocks whose order in the line has consequences that the line does not respect: a write of the second one stands
    /// between a write of the first and a read from that, or the write of an rmw that reads from it.
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

    /// Gives the graph the coherence order in which blocks follow each other as their first writes do in the line.
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

/// How many reads there still are from each write to an open location; a write that an rmw overwrites has one more.
struct Unread {
    of_writes: Vec<u32>,
    /// The same for initial writes.
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

    /// Takes note that an event, if it is a read of an open location, is done.
    fn read(&mut self, graph: &Graph, given: &Given, event: EventId) {
        let Label::Read(read) = graph.event(event).label else { return };
        if let Some(open) = given.open_index(read.location) {
            match read.source {
                Source::Initial => self.of_initial[open] -= 1,
                Source::Write(write) => self.of_writes[write.index()] -= 1,
            }
        }
    }

    /// Whether a write may be overwritten by a block that does not belong to it.
    fn is_over(&self, given: &Given, block: BlockIndex, write: Source) -> bool {
        let unread = match write {
            Source::Initial => self.of_initial[given.home_index(block)],
            Source::Write(write) => self.of_writes[write.index()],
        };
        unread == 0
    }
}
