//! The events of a graph as bits, and the rows of relations: for an event, the events that are
//! related to it.
//!
//! A row has one bit for each initial write and each event. The rows of prefix letters never change
//! while an event is in the graph with the same porf-prefix, so they are kept from one check to the
//! next. The events themselves tell which rows are still right: the events that were seen last are
//! compared with those of the graph. The rows of an event are right if it and all events of its
//! porf-prefix are the same as then, under the same ids.

use porf_cat::{Kind, Model, NodeId, Operation, PrimitiveRelation, PrimitiveSet, is_from_reads};
use porf_entity::{EntityId, ThreadId};
use porf_graph::{Event, EventId, Graph, Label, LocationId, Source};

use super::automaton::Letter;
use super::classes::{Class, bit, class, initial_write};
use super::events::{DEPENDENCIES, direct_predecessors, sets};
use super::sets::ClassSet;

/// A set of events as bits.
pub(super) type Row = Vec<u64>;

/// The bit of an event or an initial write.
pub(super) type Bit = usize;

/// The parts of a model that rows are computed from.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    model: Model,
    /// The sets that classes decide, by node.
    sets: Vec<Option<ClassSet>>,
    /// The nodes of the prefix letters.
    prefixes: Vec<NodeId>,
    /// For each node, its number among the prefix letters.
    prefix_of: Vec<Option<usize>>,
}

impl Letters {
    pub(super) fn new(model: &Model, prefixes: Vec<NodeId>) -> Self {
        let set = |(id, node): (NodeId, &porf_cat::Node)| match node.kind {
            Kind::Set => ClassSet::of(model, id),
            Kind::Relation => None,
        };
        let mut prefix_of = vec![None; model.nodes.len()];
        for (number, node) in prefixes.iter().enumerate() {
            prefix_of[node.index()] = Some(number);
        }
        Self { model: model.clone(), sets: model.nodes.iter().map(set).collect(), prefixes, prefix_of }
    }

    fn contains(&self, set: NodeId, class: Class) -> bool {
        self.sets[set.index()].as_ref().is_some_and(|set| set.contains(class))
    }
}

/// The events of the graph that was looked at last.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    /// The number of bits for initial writes, a multiple of 64.
    first: usize,
    /// The number of words of a row.
    pub(super) words: usize,
    /// The events that were seen last.
    seen: Vec<Event>,
    /// For each event that was seen, the greatest id in its porf-prefix.
    reach: Vec<usize>,
    classes: Vec<Class>,
    /// The initial writes of locations that are accessed.
    initial: Row,
    /// All events.
    universe: Row,
    /// For each event, the events before it in program order; nothing if not computed.
    program_order: Vec<Row>,
    /// For each prefix letter, the rows of the events; nothing if not computed.
    prefixes: Vec<Vec<Row>>,
    /// For each event, the rows of coherence and from-reads, if it is a write and they are computed.
    coherence: Vec<Row>,
    from_reads: Vec<Row>,
}

impl Scene {
    /// Looks at a graph.
    pub(super) fn look_at(&mut self, graph: &Graph, letters: &Letters) {
        let locations = graph.locations().count();
        let first = locations.max(1).next_multiple_of(64);
        if first != self.first {
            *self = Self { first, ..Self::default() };
        }
        self.prefixes.resize_with(letters.prefixes.len(), Vec::new);
        let size = graph.len();
        self.words = (first + size).div_ceil(64);
        let is_same = |id: &EventId| self.seen.get(id.index()) == Some(graph.event(*id));
        let same = graph.events().take_while(is_same).count();
        self.seen.truncate(same);
        self.reach.truncate(same);
        self.classes.truncate(same);
        self.program_order.truncate(same);
        for rows in &mut self.prefixes {
            rows.truncate(same);
        }
        for id in 0..same {
            if self.reach[id] >= same {
                self.forget(id);
                self.reach[id] = reach(graph, EventId::from_index(id));
            }
        }
        for event in graph.events().skip(same) {
            self.seen.push(*graph.event(event));
            self.reach.push(reach(graph, event));
            self.classes.push(class(sets(&graph.event(event).label)));
            self.program_order.push(Row::new());
            self.prefixes.iter_mut().for_each(|rows| rows.push(Row::new()));
        }
        self.coherence.clear();
        self.coherence.resize(size, Row::new());
        self.from_reads.clear();
        self.from_reads.resize(size, Row::new());
        self.initial.clear();
        self.initial.resize(self.words, 0);
        for location in super::events::accessed_locations(graph) {
            insert(&mut self.initial, location.index());
        }
        self.universe.clone_from(&self.initial);
        (first..first + size).for_each(|bit| insert(&mut self.universe, bit));
    }

    fn forget(&mut self, id: usize) {
        self.program_order[id].clear();
        self.prefixes.iter_mut().for_each(|rows| rows[id].clear());
    }

    /// The union of the classes of all events but initial writes.
    pub(super) fn sets(&self) -> Class {
        self.classes.iter().fold(bit(PrimitiveSet::Universe), |all, class| all | class)
    }

    pub(super) fn bit(&self, event: EventId) -> Bit {
        self.first + event.index()
    }

    fn bit_of(&self, location: LocationId, source: Source) -> Bit {
        source.write().map_or(location.index(), |write| self.bit(write))
    }

    /// The event of a bit; nothing for an initial write.
    fn event(&self, bit: Bit) -> Option<EventId> {
        bit.checked_sub(self.first).map(EventId::from_index)
    }

    pub(super) fn class(&self, bit: Bit) -> Class {
        self.event(bit).map_or(initial_write(), |event| self.classes[event.index()])
    }

    pub(super) fn empty(&self) -> Row {
        vec![0; self.words]
    }

    /// Adds the events from which a letter leads to an event.
    pub(super) fn add_before(
        &mut self,
        graph: &Graph,
        letters: &Letters,
        letter: Letter,
        bit: Bit,
        row: &mut Row,
    ) {
        match letter {
            Letter::Coherence => self.add_coherence(graph, bit, row, false),
            Letter::FromReads => self.add_coherence(graph, bit, row, true),
            Letter::Prefix(number) => self.add_prefix(graph, letters, number, bit, row),
            Letter::Other(node) => {
                let found = self.before(graph, letters, node, bit);
                or(row, &found);
            }
        }
    }

    fn add_prefix(&mut self, graph: &Graph, letters: &Letters, number: usize, bit: Bit, row: &mut Row) {
        let Some(event) = self.event(bit) else {
            or(row, &self.compute_before(graph, letters, letters.prefixes[number], bit));
            return;
        };
        if self.prefixes[number][event.index()].is_empty() {
            let found = self.compute_before(graph, letters, letters.prefixes[number], bit);
            self.prefixes[number][event.index()] = found;
        }
        or(row, &self.prefixes[number][event.index()]);
    }

    /// The events that a node relates to an event.
    fn before(&mut self, graph: &Graph, letters: &Letters, node: NodeId, bit: Bit) -> Row {
        if let Some(number) = letters.prefix_of[node.index()] {
            let mut row = self.empty();
            self.add_prefix(graph, letters, number, bit, &mut row);
            return row;
        }
        self.compute_before(graph, letters, node, bit)
    }

    fn compute_before(&mut self, graph: &Graph, letters: &Letters, node: NodeId, bit: Bit) -> Row {
        let model = &letters.model;
        let mut row = self.empty();
        match model.nodes[node].expression {
            Operation::Relation(relation) => self.add_primitive(graph, relation, bit, &mut row),
            expression if is_from_reads(model, expression) => {
                self.add_coherence(graph, bit, &mut row, true);
            }
            Operation::Union(a, b) => {
                row = self.before(graph, letters, a, bit);
                or(&mut row, &self.before(graph, letters, b, bit));
            }
            Operation::Intersection(a, b) => {
                row = self.before(graph, letters, a, bit);
                if row.iter().any(|&word| word != 0) {
                    let other = self.before(graph, letters, b, bit);
                    row.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
                }
            }
            Operation::Difference(a, b) => {
                row = self.before(graph, letters, a, bit);
                if row.iter().any(|&word| word != 0) {
                    let other = self.before(graph, letters, b, bit);
                    row.iter_mut().zip(other).for_each(|(word, other)| *word &= !other);
                }
            }
            Operation::Complement(a) => {
                let other = self.before(graph, letters, a, bit);
                row = self.universe.clone();
                row.iter_mut().zip(other).for_each(|(word, other)| *word &= !other);
            }
            Operation::Product(a, b) => {
                if letters.contains(b, self.class(bit)) {
                    for from in bits(&self.universe) {
                        if letters.contains(a, self.class(from)) {
                            insert(&mut row, from);
                        }
                    }
                }
            }
            Operation::Identity(set) => {
                if letters.contains(set, self.class(bit)) {
                    insert(&mut row, bit);
                }
            }
            Operation::Sequence(a, b) => {
                let between = self.before(graph, letters, b, bit);
                for bit in bits(&between) {
                    or(&mut row, &self.before(graph, letters, a, bit));
                }
            }
            Operation::Inverse(a) => {
                let all = self.universe.clone();
                for other in bits(&all) {
                    if contains(&self.before(graph, letters, a, other), bit) {
                        insert(&mut row, other);
                    }
                }
            }
            Operation::Plus(a) => self.add_closure(graph, letters, node, a, bit, &mut row),
            Operation::Star(a) => {
                self.add_closure(graph, letters, node, a, bit, &mut row);
                insert(&mut row, bit);
            }
            Operation::Optional(a) => {
                row = self.before(graph, letters, a, bit);
                insert(&mut row, bit);
            }
            // Sets are no relations. Variables, domains and ranges are no parts of letters.
            Operation::Empty
            | Operation::Set(_)
            | Operation::Variable(_)
            | Operation::Domain(_)
            | Operation::Range(_) => {}
        }
        row
    }

    /// Adds the events from which steps of a relation lead to an event. The latest events come
    /// first, and the rows of the closure that are known spare the way back from them.
    fn add_closure(
        &mut self,
        graph: &Graph,
        letters: &Letters,
        closure: NodeId,
        step: NodeId,
        bit: Bit,
        row: &mut Row,
    ) {
        let number = letters.prefix_of[closure.index()];
        let mut pending = self.before(graph, letters, step, bit);
        while let Some(next) = last(&pending) {
            remove(&mut pending, next);
            if contains(row, next) {
                continue;
            }
            insert(row, next);
            let known =
                number.zip(self.event(next)).map(|(number, event)| &self.prefixes[number][event.index()]);
            match known {
                Some(known) if !known.is_empty() => or(row, known),
                _ => {
                    let more = self.before(graph, letters, step, next);
                    pending.resize(self.words, 0);
                    or(&mut pending, &more);
                }
            }
        }
    }

    fn add_primitive(&mut self, graph: &Graph, relation: PrimitiveRelation, bit: Bit, row: &mut Row) {
        let event = self.event(bit);
        match relation {
            PrimitiveRelation::ProgramOrder => self.add_program_order(graph, event, row),
            PrimitiveRelation::ReadsFrom => {
                if let Some(Label::Read(read)) = event.map(|event| graph.event(event).label) {
                    insert(row, self.bit_of(read.location, read.source));
                }
            }
            PrimitiveRelation::Coherence => self.add_coherence(graph, bit, row, false),
            PrimitiveRelation::ReadModifyWrite => {
                if let Some((event, Label::Write(write))) = event.map(|it| (it, graph.event(it).label))
                    && write.exclusive
                    && let Some(read) = graph.predecessor(event)
                {
                    insert(row, self.bit(read));
                }
            }
            PrimitiveRelation::SameLocation => {
                let location = match event {
                    Some(event) => graph.event(event).location(),
                    None => Some(LocationId::from_index(bit)),
                };
                let Some(location) = location else { return };
                insert(row, location.index());
                for &last in graph.last_accesses(location) {
                    graph.accesses_back_from(last).for_each(|access| insert(row, self.bit(access)));
                }
            }
            PrimitiveRelation::Internal => match event {
                Some(event) => {
                    let thread: ThreadId = graph.event(event).thread;
                    graph.thread_events(thread).iter().for_each(|&own| insert(row, self.bit(own)));
                }
                None => or(row, &self.initial),
            },
            PrimitiveRelation::AddressDependency
            | PrimitiveRelation::DataDependency
            | PrimitiveRelation::ControlDependency => {
                let Some(event) = event else { return };
                for (_, reads) in DEPENDENCIES.iter().filter(|(it, _)| *it == relation) {
                    reads(graph, event, &mut |read| insert(row, self.bit(read)));
                }
            }
        }
    }

    fn add_program_order(&mut self, graph: &Graph, event: Option<EventId>, row: &mut Row) {
        let Some(event) = event else { return };
        // The events whose rows are not known yet, the last ones first.
        let mut unknown = vec![event];
        while let Some(&next) = unknown.last() {
            if !self.program_order[next.index()].is_empty() {
                unknown.pop();
                continue;
            }
            let length = unknown.len();
            let mut known = vec![0; self.words];
            direct_predecessors(graph, next, |before| {
                let row = &self.program_order[before.index()];
                if row.is_empty() {
                    unknown.push(before);
                } else {
                    or(&mut known, row);
                    insert(&mut known, self.first + before.index());
                }
            });
            if unknown.len() == length {
                self.program_order[next.index()] = known;
            }
        }
        or(row, &self.program_order[event.index()]);
    }

    /// Adds the writes before a write in coherence order, or the readers of these.
    fn add_coherence(&mut self, graph: &Graph, bit: Bit, row: &mut Row, readers: bool) {
        let Some(event) = self.event(bit) else { return };
        let Label::Write(write) = graph.event(event).label else { return };
        if self.coherence[event.index()].is_empty() {
            let mut writes = self.empty();
            let mut reads = self.empty();
            let mut before = Source::Initial;
            for &next in graph.writes(write.location) {
                insert(&mut writes, self.bit_of(write.location, before));
                graph.readers(write.location, before).for_each(|it| insert(&mut reads, self.bit(it)));
                self.coherence[next.index()].clone_from(&writes);
                self.from_reads[next.index()].clone_from(&reads);
                before = Source::Write(next);
            }
        }
        let rows = if readers { &self.from_reads } else { &self.coherence };
        or(row, &rows[event.index()]);
    }
}

/// The greatest id in the porf-prefix of an event.
fn reach(graph: &Graph, event: EventId) -> usize {
    let counts = graph.causal(event).counts().iter().enumerate();
    let last = counts.filter_map(|(thread, &count)| {
        let last = (count as usize).checked_sub(1)?;
        graph.thread_events(ThreadId::from_index(thread)).get(last)
    });
    // The ids of the events of a thread increase.
    last.map(|last| last.index()).max().unwrap_or(event.index())
}

/// Adds the bits of a row, which may be shorter.
pub(super) fn or(row: &mut Row, other: &Row) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

pub(super) fn insert(row: &mut Row, bit: Bit) {
    row[bit / 64] |= 1 << (bit % 64);
}

fn remove(row: &mut Row, bit: Bit) {
    row[bit / 64] &= !(1 << (bit % 64));
}

pub(super) fn contains(row: &Row, bit: Bit) -> bool {
    row.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0)
}

/// The last bit of a row.
fn last(row: &Row) -> Option<Bit> {
    let word = row.iter().rposition(|&word| word != 0)?;
    Some(word * 64 + 63 - row[word].leading_zeros() as usize)
}

/// The bits of a row.
pub(super) fn bits(row: &Row) -> impl Iterator<Item = Bit> + '_ {
    row.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(index * 64 + bit)
        })
    })
}
