//! Partial coherence orders, closed under what follows from them.
//!
//! The *global order* is a relation on events that must stay acyclic: parts of it are fixed (po, rf and the like, as the
//! model says), and it contains co and fr as far as they are decided. A pair of writes to the same location is decided
//!
//! - if one comes before the other, or before a read from the other, in the global order: the other way round
//!   there would be a cycle (*saturation*; tracer §4.1 for RA);
//! - if it follows from another pair because the write of an rmw stands directly behind what the rmw reads from.

use porf_entity::EntityId;
use porf_graph::{EventId, Graph, LocationId};

use super::{Demands, exclusive_reader, exclusive_source};

/// A transitive relation on events, as a bit matrix.
#[derive(Clone, Debug)]
struct Closure {
    words: usize,
    rows: Vec<u64>,
}

impl Closure {
    fn new(size: usize) -> Self {
        let words = size.div_ceil(u64::BITS as usize);
        Self { words, rows: vec![0; words * size] }
    }

    fn contains(&self, first: EventId, second: EventId) -> bool {
        let word = self.rows[first.index() * self.words + second.index() / 64];
        word >> (second.index() % 64) & 1 == 1
    }

    /// Adds a pair and what follows by transitivity. `false` if that closes a cycle.
    fn insert(&mut self, first: EventId, second: EventId) -> bool {
        if first == second || self.contains(second, first) {
            return false;
        }
        if self.contains(first, second) {
            return true;
        }
        let words = self.words;
        let mut after = self.rows[second.index() * words..][..words].to_vec();
        after[second.index() / 64] |= 1 << (second.index() % 64);
        for (index, row) in self.rows.chunks_exact_mut(words).enumerate() {
            if index == first.index() || row[first.index() / 64] >> (first.index() % 64) & 1 == 1 {
                row.iter_mut().zip(&after).for_each(|(word, more)| *word |= more);
            }
        }
        true
    }
}

/// Coherence orders of all locations as far as they are decided, and the global order.
#[derive(Clone, Debug)]
pub(super) struct PartialOrders {
    global: Closure,
    /// The decided pairs of writes.
    decided: Closure,
}

impl PartialOrders {
    /// What is decided by the demands and the fixed part of the global order, of which `push_successors` gives direct
    /// successors. `None` if that is not consistent.
    pub(super) fn new(
        graph: &Graph,
        demands: &Demands<'_>,
        mut push_successors: impl FnMut(EventId, &mut Vec<EventId>),
    ) -> Option<Self> {
        let mut orders = Self { global: Closure::new(graph.len()), decided: Closure::new(graph.len()) };
        let mut successors = Vec::new();
        for event in graph.events() {
            push_successors(event, &mut successors);
            for successor in successors.drain(..) {
                orders.insert(event, successor)?;
            }
        }
        for location in graph.locations() {
            let writes = graph.writes(location);
            for reader in graph.readers(location, None) {
                for &write in writes {
                    orders.insert(reader, write)?;
                }
            }
            if let Some(first) = exclusive_reader(graph, location, None) {
                orders.decide_all(graph, writes.iter().map(|&write| (first, write)))?;
            }
            if !(demands.is_free)(location) {
                orders.decide_all(graph, writes.windows(2).map(|pair| (pair[0], pair[1])))?;
            }
            if let Some(last) = demands.last_at(graph, location) {
                orders.decide_all(graph, writes.iter().map(|&write| (write, last)))?;
            }
        }
        Some(orders)
    }

    /// Whether the order of two writes is decided, this way.
    pub(super) fn has(&self, first: EventId, second: EventId) -> bool {
        self.decided.contains(first, second)
    }

    /// Whether the order of two different writes is decided.
    pub(super) fn is_decided(&self, first: EventId, second: EventId) -> bool {
        self.has(first, second) || self.has(second, first)
    }

    /// Whether the first event comes before the second in the global order, as far as that is decided.
    pub(super) fn is_before(&self, first: EventId, second: EventId) -> bool {
        self.global.contains(first, second)
    }

    fn insert(&mut self, first: EventId, second: EventId) -> Option<()> {
        self.global.insert(first, second).then_some(())
    }

    /// Decides pairs of writes; those of a write with itself are ignored.
    pub(super) fn decide_all(
        &mut self,
        graph: &Graph,
        pairs: impl IntoIterator<Item = (EventId, EventId)>,
    ) -> Option<()> {
        pairs
            .into_iter()
            .filter(|(first, second)| first != second)
            .try_for_each(|(first, second)| self.decide(graph, first, second))
    }

    /// Puts a write before another one at the same location, with what follows for rmws. `None` if that closes a cycle.
    pub(super) fn decide(&mut self, graph: &Graph, first: EventId, second: EventId) -> Option<()> {
        let mut pending = vec![(first, second)];
        while let Some((first, second)) = pending.pop() {
            if self.has(first, second) {
                continue;
            }
            if !self.decided.insert(first, second) {
                return None;
            }
            self.insert(first, second)?;
            let location = graph.event(first).location()?;
            for reader in graph.readers(location, Some(first)) {
                self.insert(reader, second)?;
            }
            if let Some(next) = exclusive_reader(graph, location, Some(first)).filter(|&next| next != second)
            {
                pending.push((next, second));
            }
            match exclusive_source(graph, second) {
                // Nothing comes between the initial write and an rmw that reads from it.
                Some(None) => return None,
                Some(Some(source)) if source != first => pending.push((first, source)),
                _ => {}
            }
        }
        Some(())
    }

    /// Decides all pairs that can only be one way. `None` if there is one that can be neither.
    pub(super) fn saturate(&mut self, graph: &Graph) -> Option<()> {
        let mut grown = true;
        while grown {
            grown = false;
            for location in graph.locations() {
                for (first, second) in self.undecided(graph, location) {
                    for (first, second) in [(first, second), (second, first)] {
                        if !self.is_decided(first, second) && self.is_forced(graph, location, first, second) {
                            self.decide(graph, first, second)?;
                            grown = true;
                        }
                    }
                }
            }
        }
        Some(())
    }

    fn is_forced(&self, graph: &Graph, location: LocationId, first: EventId, second: EventId) -> bool {
        let comes_before = |event| self.is_before(first, event);
        comes_before(second) || graph.readers(location, Some(second)).any(comes_before)
    }

    /// The pairs of writes to the location that are not decided.
    pub(super) fn undecided(&self, graph: &Graph, location: LocationId) -> Vec<(EventId, EventId)> {
        let writes = graph.writes(location);
        let pairs = writes
            .iter()
            .enumerate()
            .flat_map(|(index, &first)| writes[index + 1..].iter().map(move |&second| (first, second)));
        pairs.filter(|&(first, second)| !self.is_decided(first, second)).collect()
    }
}
