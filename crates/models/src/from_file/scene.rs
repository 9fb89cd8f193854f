//! The events of a graph as bits, and the rows of relations: for an event, the events that are
//! related to it.
//!
//! A row has one bit for each initial write and each event. The rows of prefix letters never change
//! while an event is in the graph with the same porf-prefix, so they are kept from one check to the
//! next. The events themselves tell which rows are still right: the events that were seen last are
//! compared with those of the graph. The rows of an event are right if it and all events of its
//! porf-prefix are the same as then, under the same ids.
//!
//! A relation k = (po ∪ r ∪ …)⁺ that contains program order needs no rows: the events that k relates
//! to an event are the first events of each thread. So their numbers suffice, a *view*.

use porf_cat::{Kind, Model, NodeId, Operation, PrimitiveRelation, PrimitiveSet, is_from_reads};
use porf_entity::{EntityId, ThreadId};
use porf_graph::{Event, EventId, Graph, Label, LocationId, Source};
use smallvec::SmallVec;

use super::automaton::Letter;
use super::classes::{Class, bit, class, initial_write};
use super::events::{direct_predecessors, sets};
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
    /// For each node, whether it is from-reads.
    is_from_reads: Vec<bool>,
    /// For each relation with views, the parts r of (po ∪ r ∪ …)⁺.
    viewed: Vec<Vec<NodeId>>,
}

impl Letters {
    pub(super) fn new(model: &Model, prefixes: Vec<NodeId>, viewed: Vec<Vec<NodeId>>) -> Self {
        let set = |(id, node): (NodeId, &porf_cat::Node)| match node.kind {
            Kind::Set => ClassSet::of(model, id),
            Kind::Relation => None,
        };
        let mut prefix_of = vec![None; model.nodes.len()];
        for (number, node) in prefixes.iter().enumerate() {
            prefix_of[node.index()] = Some(number);
        }
        let sets = model.nodes.iter().map(set).collect();
        let is_from_reads = model.nodes.values().map(|node| is_from_reads(model, node.expression)).collect();
        Self { model: model.clone(), sets, prefixes, prefix_of, is_from_reads, viewed }
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
    /// Whether the rows of coherence and from-reads belong to earlier graphs.
    is_coherence_old: bool,
    /// The number of threads that views have room for.
    threads: usize,
    /// For each event and each relation with views, the view.
    views: Vec<u32>,
    /// For each event, whether its views are computed.
    has_views: Vec<bool>,
    /// Memory that is not used at the moment.
    unused: Vec<Row>,
}

impl Scene {
    /// Looks at a graph.
    pub(super) fn look_at(&mut self, graph: &Graph, letters: &Letters) {
        let locations = graph.locations().count();
        let first = locations.max(1).next_multiple_of(64);
        let threads = graph.thread_count().max(1).next_multiple_of(8);
        if first != self.first || threads != self.threads {
            *self = Self { first, threads, ..Self::default() };
            self.prefixes.resize_with(letters.prefixes.len(), Vec::new);
        }
        let size = graph.len();
        self.words = (first + size).div_ceil(64);
        let is_same = |id: &EventId| self.seen.get(id.index()) == Some(graph.event(*id));
        let same = graph.events().take_while(is_same).count();
        self.seen.truncate(same);
        self.reach.truncate(same);
        self.classes.truncate(same);
        self.program_order.truncate(same);
        self.has_views.truncate(same);
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
            self.has_views.push(false);
            self.prefixes.iter_mut().for_each(|rows| rows.push(Row::new()));
        }
        self.views.resize(size * letters.viewed.len() * self.threads, 0);
        self.is_coherence_old = true;
        self.initial.clear();
        self.universe.clear();
    }

    fn forget(&mut self, id: usize) {
        self.program_order[id].clear();
        self.has_views[id] = false;
        self.prefixes.iter_mut().for_each(|rows| rows[id].clear());
    }

    /// The initial writes of locations that are accessed.
    fn initial(&mut self, graph: &Graph) -> &Row {
        if self.initial.is_empty() {
            self.initial.resize(self.words, 0);
            for location in super::events::accessed_locations(graph) {
                insert(&mut self.initial, location.index());
            }
        }
        &self.initial
    }

    /// All events and initial writes.
    fn universe(&mut self, graph: &Graph) -> &Row {
        if self.universe.is_empty() {
            let mut universe = self.initial(graph).clone();
            (self.first..self.first + graph.len()).for_each(|bit| insert(&mut universe, bit));
            self.universe = universe;
        }
        &self.universe
    }

    /// An empty row, to be [given back](Self::give_back).
    pub(super) fn take(&mut self) -> Row {
        let mut row = self.unused.pop().unwrap_or_default();
        row.clear();
        row.resize(self.words, 0);
        row
    }

    pub(super) fn give_back(&mut self, row: Row) {
        self.unused.push(row);
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
            Letter::Other(node) => self.add_before_one(graph, letters, node, bit, row),
        }
    }

    fn add_prefix(&mut self, graph: &Graph, letters: &Letters, number: usize, bit: Bit, row: &mut Row) {
        let node = letters.prefixes[number];
        let Some(event) = self.event(bit) else {
            let mut only = self.take();
            insert(&mut only, bit);
            self.compute_before(graph, letters, node, &only, row);
            self.give_back(only);
            return;
        };
        if self.prefixes[number][event.index()].is_empty() {
            let mut found = self.take();
            let mut only = self.take();
            insert(&mut only, bit);
            self.compute_before(graph, letters, node, &only, &mut found);
            self.give_back(only);
            self.prefixes[number][event.index()] = found;
        }
        or(row, &self.prefixes[number][event.index()]);
    }

    /// Adds the events that a node relates to an event.
    fn add_before_one(&mut self, graph: &Graph, letters: &Letters, node: NodeId, bit: Bit, row: &mut Row) {
        let mut only = self.take();
        insert(&mut only, bit);
        self.add_before_all(graph, letters, node, &only, row);
        self.give_back(only);
    }

    /// Adds the events that a node relates to one of some events.
    fn add_before_all(&mut self, graph: &Graph, letters: &Letters, node: NodeId, to: &Row, row: &mut Row) {
        match letters.prefix_of[node.index()] {
            Some(number) => bits(to).for_each(|bit| self.add_prefix(graph, letters, number, bit, row)),
            None => self.compute_before(graph, letters, node, to, row),
        }
    }

    fn compute_before(&mut self, graph: &Graph, letters: &Letters, node: NodeId, to: &Row, row: &mut Row) {
        if is_empty(to) {
            return;
        }
        match letters.model.nodes[node].expression {
            Operation::Relation(relation) => {
                bits(to).for_each(|bit| self.add_primitive(graph, relation, bit, row));
            }
            _ if letters.is_from_reads[node.index()] => {
                bits(to).for_each(|bit| self.add_coherence(graph, bit, row, true));
            }
            Operation::Union(a, b) => {
                self.add_before_all(graph, letters, a, to, row);
                self.add_before_all(graph, letters, b, to, row);
            }
            Operation::Intersection(a, b) => {
                self.add_combined(graph, letters, (a, b), to, row, |one, other| one & other);
            }
            Operation::Difference(a, b) => {
                self.add_combined(graph, letters, (a, b), to, row, |one, other| one & !other);
            }
            Operation::Complement(a) => {
                for bit in bits(to) {
                    let mut other = self.take();
                    self.add_before_one(graph, letters, a, bit, &mut other);
                    let all = self.universe(graph).iter().zip(&other);
                    row.iter_mut().zip(all).for_each(|(word, (all, other))| *word |= all & !other);
                    self.give_back(other);
                }
            }
            Operation::Product(a, b) => {
                if bits(to).any(|bit| letters.contains(b, self.class(bit))) {
                    let all = self.universe(graph).clone();
                    for from in bits(&all).filter(|&from| letters.contains(a, self.class(from))) {
                        insert(row, from);
                    }
                }
            }
            Operation::Identity(set) => {
                for bit in bits(to).filter(|&bit| letters.contains(set, self.class(bit))) {
                    insert(row, bit);
                }
            }
            Operation::Sequence(a, b) => {
                let mut between = self.take();
                self.add_before_all(graph, letters, b, to, &mut between);
                self.add_before_all(graph, letters, a, &between, row);
                self.give_back(between);
            }
            Operation::Inverse(a) => {
                let all = self.universe(graph).clone();
                for from in bits(&all) {
                    let mut before = self.take();
                    self.add_before_one(graph, letters, a, from, &mut before);
                    if before.iter().zip(to).any(|(before, to)| before & to != 0) {
                        insert(row, from);
                    }
                    self.give_back(before);
                }
            }
            Operation::Plus(a) => self.add_closure(graph, letters, (node, a), to, row),
            Operation::Star(a) => {
                self.add_closure(graph, letters, (node, a), to, row);
                or(row, to);
            }
            Operation::Optional(a) => {
                self.add_before_all(graph, letters, a, to, row);
                or(row, to);
            }
            // Sets are no relations. Variables, domains and ranges are no parts of letters.
            Operation::Empty
            | Operation::Set(_)
            | Operation::Variable(_)
            | Operation::Domain(_)
            | Operation::Range(_) => {}
        }
    }

    /// Adds the events that a combination of two nodes relates to some events, one after the other.
    /// The combination is contained in the first node.
    fn add_combined(
        &mut self,
        graph: &Graph,
        letters: &Letters,
        (a, b): (NodeId, NodeId),
        to: &Row,
        row: &mut Row,
        combine: impl Fn(u64, u64) -> u64,
    ) {
        for bit in bits(to) {
            let mut one = self.take();
            self.add_before_one(graph, letters, a, bit, &mut one);
            if !is_empty(&one) {
                let mut other = self.take();
                self.add_before_one(graph, letters, b, bit, &mut other);
                let words = one.iter().zip(&other);
                row.iter_mut().zip(words).for_each(|(word, (&one, &other))| *word |= combine(one, other));
                self.give_back(other);
            }
            self.give_back(one);
        }
    }

    /// Adds the events from which steps of a relation lead to some events. The latest events come
    /// first, and the rows of the closure that are known spare the way back from them.
    fn add_closure(
        &mut self,
        graph: &Graph,
        letters: &Letters,
        (closure, step): (NodeId, NodeId),
        to: &Row,
        row: &mut Row,
    ) {
        let number = letters.prefix_of[closure.index()];
        let mut found = self.take();
        let mut pending = self.take();
        self.add_before_all(graph, letters, step, to, &mut pending);
        while let Some(next) = last(&pending) {
            remove(&mut pending, next);
            if contains(&found, next) {
                continue;
            }
            insert(&mut found, next);
            let known =
                number.zip(self.event(next)).map(|(number, event)| &self.prefixes[number][event.index()]);
            match known {
                Some(known) if !known.is_empty() => or(&mut found, known),
                _ => self.add_before_one(graph, letters, step, next, &mut pending),
            }
        }
        or(row, &found);
        self.give_back(found);
        self.give_back(pending);
    }

    /// The number of threads of a view.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// For each relation with views, the numbers of events of each thread that it relates to an
    /// event or that are the event itself, one behind the other.
    pub(super) fn views(&mut self, graph: &Graph, letters: &Letters, event: EventId) -> &[u32] {
        let stride = letters.viewed.len() * self.threads;
        // The events whose views are not known yet, the last ones first.
        let mut unknown: SmallVec<[EventId; 16]> = SmallVec::from_slice(&[event]);
        let mut found: SmallVec<[u32; 32]> = SmallVec::new();
        while let Some(&next) = unknown.last() {
            if self.has_views[next.index()] {
                unknown.pop();
                continue;
            }
            let length = unknown.len();
            found.clear();
            found.resize(stride, 0);
            for (number, parts) in letters.viewed.iter().enumerate() {
                let view = &mut found[number * self.threads..][..self.threads];
                let mut join = |scene: &Self, before: EventId| match scene.has_views[before.index()] {
                    true => {
                        let other = &scene.views[before.index() * stride + number * scene.threads..];
                        view.iter_mut().zip(other).for_each(|(count, &other)| *count = other.max(*count));
                    }
                    false => unknown.push(before),
                };
                direct_predecessors(graph, next, |before| join(self, before));
                let mut row = self.take();
                for &part in parts {
                    self.add_before_one(graph, letters, part, self.bit(next), &mut row);
                }
                bits(&row).filter_map(|bit| self.event(bit)).for_each(|before| join(self, before));
                self.give_back(row);
                view[graph.event(next).thread.index()] = graph.event(next).index + 1;
            }
            if unknown.len() == length {
                self.views[next.index() * stride..][..stride].copy_from_slice(&found);
                self.has_views[next.index()] = true;
            }
        }
        &self.views[event.index() * stride..][..stride]
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
                None => or(row, self.initial(graph)),
            },
            // No graph has dependencies.
            PrimitiveRelation::AddressDependency
            | PrimitiveRelation::DataDependency
            | PrimitiveRelation::ControlDependency => {}
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
        if std::mem::take(&mut self.is_coherence_old) {
            self.coherence.iter_mut().chain(&mut self.from_reads).for_each(Row::clear);
            self.coherence.resize(self.seen.len(), Row::new());
            self.from_reads.resize(self.seen.len(), Row::new());
        }
        if self.coherence[event.index()].is_empty() {
            let mut writes = self.take();
            let mut reads = self.take();
            let mut before = Source::Initial;
            for &next in graph.writes(write.location) {
                insert(&mut writes, self.bit_of(write.location, before));
                graph.readers(write.location, before).for_each(|it| insert(&mut reads, self.bit(it)));
                self.coherence[next.index()].clone_from(&writes);
                self.from_reads[next.index()].clone_from(&reads);
                before = Source::Write(next);
            }
            self.give_back(writes);
            self.give_back(reads);
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

fn is_empty(row: &Row) -> bool {
    row.iter().all(|&word| word == 0)
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
