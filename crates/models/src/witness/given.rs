//! The orders and edges that are given before any order is chosen.
//!
//! The order of most locations is certain: one thread writes there, or each write is known to the
//! next. Such a *settled* location takes no part in the search. Its co and fr are edges like po and
//! rf. An *open* location has blocks that can be put in order.
//!
//! The *global order* must stay acyclic: it has the edges that the model names, and co and fr.
//! Three points stand for a block in the global order: its first write, its *touch*, which follows
//! every write of the block and every read from one, and its *end*, which follows its last write
//! and the reads from that one. If a block precedes another one, there is an edge from the end of
//! the one to the first write of the other. So the search takes place among the points of open
//! blocks, however long the execution is. A thread's accesses to locations that no other thread
//! accesses are left out: all events before or after them in the global order are so by the model's
//! edges between the thread's events.

use std::ops::Range;

use porf_entity::EntityId;
use porf_graph::{EventId, Graph, LocationId, Source};

use super::successors::Successors;
use super::{Demands, Unfinished};

/// The number of a block among those of all open locations.
pub(super) type BlockIndex = usize;

/// A location whose order is not certain.
#[derive(Debug)]
pub(super) struct OpenLocation {
    pub(super) location: LocationId,
    /// The blocks of the location. The first one is that of the initial write.
    pub(super) blocks: Range<BlockIndex>,
}

/// The given orders and edges. The nodes of the global order are the events, by their ids, and
/// behind them the points of blocks.
#[derive(Debug)]
pub(super) struct Given {
    events: usize,
    open: Vec<OpenLocation>,
    /// For each location, its index among the open ones.
    open_at: Vec<Option<usize>>,
    /// The writes to open locations, block by block.
    writes: Vec<EventId>,
    /// For each block, the range of its writes in `writes`. It is empty for the block of an initial
    /// write from which no rmw reads.
    blocks: Vec<Range<usize>>,
    /// For each block, the index of its location among the open ones.
    homes: Vec<usize>,
    /// For each write to an open location, its block.
    block_of: Vec<Option<BlockIndex>>,
    /// For each location, whether its accesses are left out, since only one thread accesses it.
    is_private: Vec<bool>,
    /// The edges of the global order that every model has.
    edges: Vec<(usize, usize)>,
}

impl Given {
    /// The greatest number of blocks. More would take too much memory.
    pub(super) const MOST_BLOCKS: usize = 1 << 14;

    /// Divides locations into settled and open ones. `known` gives pairs of writes to a location
    /// whose order is certain, or `None` if it sees that there is no order. Returns `None` in that
    /// case, or if the demands cannot be met. Coherence may be violated at the location in question
    /// and at those with demands; for the other locations `known` need not be asked.
    pub(super) fn new(
        graph: &Graph,
        in_question: LocationId,
        demands: &mut Demands<'_>,
        mut known: impl FnMut(LocationId, &mut Vec<(EventId, EventId)>) -> Option<()>,
    ) -> Result<Option<Self>, Unfinished> {
        let mut given = Self {
            events: graph.len(),
            open: Vec::new(),
            open_at: Vec::new(),
            writes: Vec::new(),
            blocks: Vec::new(),
            homes: Vec::new(),
            block_of: vec![None; graph.len()],
            is_private: vec![false; graph.locations().count()],
            edges: Vec::new(),
        };
        let (mut pairs, mut open_pairs) = (Vec::new(), Vec::new());
        for location in graph.locations() {
            demands.look()?;
            let last = demands.last_at(graph, location);
            if location != in_question && last.is_none() {
                given.is_private[location.index()] = graph.last_accesses(location).len() <= 1;
                if given.is_private[location.index()] {
                    continue;
                }
                if is_settled_by_threads(graph, location) {
                    given.settle(graph, location);
                    continue;
                }
            }
            pairs.clear();
            if known(location, &mut pairs).is_none() {
                return Ok(None);
            }
            let goes_forward = |&(first, second): &(EventId, EventId)| {
                graph.position(Source::Write(first)) < graph.position(Source::Write(second))
            };
            let is_right = pairs.iter().all(goes_forward);
            if (demands.is_unordered)(location) && !(is_right && is_settled(graph, location, &pairs)) {
                given.open_at.resize(location.index(), None);
                given.open_at.push(Some(given.open.len()));
                given.open(graph, location);
                open_pairs.append(&mut pairs);
                if given.blocks.len() > Self::MOST_BLOCKS {
                    return Err(Unfinished::TooLarge(location));
                }
                continue;
            }
            if !is_right || last.is_some_and(|last| graph.writes(location).last() != Some(&last)) {
                return Ok(None);
            }
            given.settle(graph, location);
        }
        given.add_points(graph);
        let can_be = open_pairs.into_iter().all(|(first, second)| given.know(first, second))
            && demands.last.iter().all(|&last| given.put_last(last));
        Ok(can_be.then_some(given))
    }

    /// Adds co and fr of a location whose order is certain.
    fn settle(&mut self, graph: &Graph, location: LocationId) {
        let mut before = Source::Initial;
        for &write in graph.writes(location) {
            let first = before.write().into_iter().chain(graph.readers(location, before));
            self.edges.extend(first.map(|event| (event.index(), write.index())));
            before = Source::Write(write);
        }
    }

    /// Divides the writes of a location into blocks.
    fn open(&mut self, graph: &Graph, location: LocationId) {
        let first = self.blocks.len();
        self.blocks.push(self.writes.len()..self.writes.len());
        for &write in graph.writes(location) {
            if graph.event(write).as_write().is_some_and(|write| !write.exclusive) {
                self.blocks.push(self.writes.len()..self.writes.len());
            }
            let block = self.blocks.len() - 1;
            self.block_of[write.index()] = Some(block);
            self.writes.push(write);
            self.blocks[block].end += 1;
        }
        self.homes.resize(self.blocks.len(), self.open.len());
        self.open.push(OpenLocation { location, blocks: first..self.blocks.len() });
    }

    /// Adds the edges within blocks, the edges to the points of blocks, and the edges from initial
    /// blocks to all others.
    fn add_points(&mut self, graph: &Graph) {
        let mut edges = std::mem::take(&mut self.edges);
        for OpenLocation { location, blocks } in &self.open {
            for block in blocks.clone() {
                let (touch, end) = (self.touch(block), self.end(block));
                let initial = (block == blocks.start).then_some(Source::Initial);
                let writes =
                    initial.into_iter().chain(self.writes_of(block).iter().copied().map(Source::Write));
                let mut writes = writes.peekable();
                while let Some(write) = writes.next() {
                    let next = writes.peek().and_then(|next| next.write()).map_or(end, EntityId::index);
                    for access in write.write().into_iter().chain(graph.readers(*location, write)) {
                        edges.extend([(access.index(), touch), (access.index(), next)]);
                    }
                }
                if let Some(first) = self.first(block).filter(|_| block != blocks.start) {
                    edges.push((self.end(blocks.start), first.index()));
                }
            }
        }
        self.edges = edges;
    }

    /// Puts a write before another one. Returns `false` if that is impossible.
    fn know(&mut self, first: EventId, second: EventId) -> bool {
        match (self.block_of(first), self.block_of(second)) {
            (Some(one), Some(other)) if one == other => {
                let place = |write| self.writes_of(one).iter().position(|&other| other == write);
                place(first) < place(second)
            }
            (Some(one), Some(other)) => self.put_before(one, other),
            _ => false,
        }
    }

    /// Puts a block before another one of the same location. Returns `false` if the other one is
    /// the initial one.
    fn put_before(&mut self, one: BlockIndex, other: BlockIndex) -> bool {
        let Some(first) = self.first(other).filter(|_| !self.is_initial(other)) else { return false };
        self.edges.push((self.end(one), first.index()));
        true
    }

    /// Puts a write last, if it is at an open location. Returns `false` if an rmw reads from it, or
    /// if it belongs to the initial block and there are others.
    fn put_last(&mut self, last: EventId) -> bool {
        let Some(block) = self.block_of(last) else { return true };
        let mut others = self.home_of(block).blocks.clone().filter(|&other| other != block);
        self.writes_of(block).last() == Some(&last) && others.all(|other| self.put_before(other, block))
    }

    /// The locations whose order is open.
    pub(super) fn open_locations(&self) -> &[OpenLocation] {
        &self.open
    }

    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The block of a write to an open location.
    pub(super) fn block_of(&self, write: EventId) -> Option<BlockIndex> {
        self.block_of[write.index()]
    }

    pub(super) fn writes_of(&self, block: BlockIndex) -> &[EventId] {
        &self.writes[self.blocks[block].clone()]
    }

    /// The first write of a block.
    pub(super) fn first(&self, block: BlockIndex) -> Option<EventId> {
        self.writes_of(block).first().copied()
    }

    /// The index of a location among the open ones.
    pub(super) fn open_index(&self, location: LocationId) -> Option<usize> {
        self.open_at.get(location.index()).copied().flatten()
    }

    /// The index of a block's location among the open ones.
    pub(super) fn home_index(&self, block: BlockIndex) -> usize {
        self.homes[block]
    }

    /// The location of a block.
    pub(super) fn home_of(&self, block: BlockIndex) -> &OpenLocation {
        &self.open[self.homes[block]]
    }

    fn is_initial(&self, block: BlockIndex) -> bool {
        self.home_of(block).blocks.start == block
    }

    /// The given part of the global order, under a model with these direct successors of events.
    pub(super) fn successors(
        &self,
        graph: &Graph,
        demands: &mut Demands<'_>,
        push_successors: impl Fn(&Graph, EventId, &mut Vec<EventId>),
    ) -> Result<Successors, Unfinished> {
        let is_private = |event: EventId| {
            graph.event(event).location().is_some_and(|location| self.is_private[location.index()])
        };
        let (mut pairs, mut successors) = (Vec::new(), Vec::new());
        // For each private event, the event from which the search last passed it.
        let mut passed = vec![None; graph.len()];
        for event in graph.events().filter(|&event| !is_private(event)) {
            demands.look_now_and_then(event.index())?;
            push_successors(graph, event, &mut successors);
            while let Some(successor) = successors.pop() {
                if !is_private(successor) {
                    pairs.push((event.index(), successor.index()));
                } else if passed[successor.index()].replace(event) != Some(event) {
                    push_successors(graph, successor, &mut successors);
                }
            }
        }
        Ok(Successors::new(self.node_count(), pairs.iter().chain(&self.edges).copied()))
    }

    /// The number of nodes of the global order.
    pub(super) fn node_count(&self) -> usize {
        self.events + 2 * self.blocks.len()
    }

    /// The number of these nodes that are events.
    pub(super) fn event_count(&self) -> usize {
        self.events
    }

    /// The node that follows every access to a block.
    pub(super) fn touch(&self, block: BlockIndex) -> usize {
        self.events + block
    }

    /// The node that follows a block's last write and the reads from that write.
    pub(super) fn end(&self, block: BlockIndex) -> usize {
        self.events + self.blocks.len() + block
    }

    /// The block whose end a node is.
    pub(super) fn ended(&self, node: usize) -> Option<BlockIndex> {
        node.checked_sub(self.events + self.blocks.len())
    }
}

/// Whether each write is followed in coherence order by a write of the same thread or by the write
/// of an rmw that reads from it.
fn is_settled_by_threads(graph: &Graph, location: LocationId) -> bool {
    graph.writes(location).windows(2).all(|pair| {
        let [first, second] = [pair[0], pair[1]].map(|write| graph.event(write));
        first.thread == second.thread || second.as_write().is_some_and(|write| write.exclusive)
    })
}

/// Whether each write is known to precede the next one.
fn is_settled(graph: &Graph, location: LocationId, pairs: &[(EventId, EventId)]) -> bool {
    let writes = graph.writes(location);
    let mut is_known = vec![false; writes.len() + 1];
    for &(first, second) in pairs {
        let position = graph.position(Source::Write(second));
        is_known[position] |= graph.position(Source::Write(first)) + 1 == position;
    }
    let is_exclusive = |write: EventId| graph.event(write).as_write().is_some_and(|write| write.exclusive);
    (2..=writes.len()).all(|position| is_known[position] || is_exclusive(writes[position - 1]))
}
