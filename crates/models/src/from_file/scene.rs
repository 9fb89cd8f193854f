//! The events of a graph as bits, and the rows of relations: for an event, the events that are
//! related to it.
//!
//! A row has one bit for each initial write and each event. The rows of prefix letters never change
//! while an event is in the graph with the same porf-prefix, so they are kept from one check to the
//! next. The events themselves tell which rows are still right: the events that were seen last are
//! compared with those of the graph. The rows of an event are right if it and all events of its
//! porf-prefix are the same as then, under the same ids.
//! [`super::rows`] computes rows, and [`super::views`] relations that need none.

use porf_cat::{Kind, Model, NodeId, PrimitiveRelation, PrimitiveSet, is_from_reads};
use porf_entity::{EntityId, ThreadId};
use porf_graph::{Event, EventId, Graph, Label, LocationId, Source};

use super::classes::{Class, bit, class, initial_write};
use super::events::{DEPENDENCIES, direct_predecessors, sets};
use super::sets::ClassSet;
use super::views::Viewed;

/// A set of events as bits.
pub(super) type Row = Vec<u64>;

/// The bit of an event or an initial write.
pub(super) type Bit = usize;

/// The parts of a model that rows are computed from.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    pub(super) model: Model,
    /// The sets that classes decide, by node.
    sets: Vec<Option<ClassSet>>,
    /// The nodes of the prefix letters.
    pub(super) prefixes: Vec<NodeId>,
    /// For each node, its number among the prefix letters.
    pub(super) prefix_of: Vec<Option<usize>>,
    /// For each node, whether it is from-reads.
    pub(super) is_from_reads: Vec<bool>,
    /// The relations with views, each with the parts r of (po ∪ r ∪ …)⁺.
    pub(super) viewed: Vec<Viewed>,
    /// For each node, its number among the relations with views.
    pub(super) view_of: Vec<Option<usize>>,
}

impl Letters {
    pub(super) fn new(model: &Model, prefixes: Vec<NodeId>, viewed: Vec<Viewed>) -> Self {
        let set = |(id, node): (NodeId, &porf_cat::Node)| match node.kind {
            Kind::Set => ClassSet::of(model, id),
            Kind::Relation => None,
        };
        let mut prefix_of = vec![None; model.nodes.len()];
        for (number, node) in prefixes.iter().enumerate() {
            prefix_of[node.index()] = Some(number);
        }
        let mut view_of = vec![None; model.nodes.len()];
        for (number, relation) in viewed.iter().enumerate() {
            view_of[relation.node.index()] = Some(number);
        }
        let sets = model.nodes.iter().map(set).collect();
        let is_from_reads = model.nodes.values().map(|node| is_from_reads(model, node.expression)).collect();
        Self { model: model.clone(), sets, prefixes, prefix_of, is_from_reads, viewed, view_of }
    }

    pub(super) fn contains(&self, set: NodeId, class: Class) -> bool {
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
    /// The events between which there is `po`.
    instructions: Row,
    /// For each prefix letter, the rows of the events; nothing if not computed.
    pub(super) prefixes: Vec<Vec<Row>>,
    /// For each event, the rows of coherence and from-reads, if it is a write and they are computed.
    coherence: Vec<Row>,
    from_reads: Vec<Row>,
    /// Whether the rows of coherence and from-reads belong to earlier graphs.
    is_coherence_old: bool,
    /// The number of threads that views have room for.
    pub(super) threads: usize,
    /// For each event and each relation with views, the view.
    pub(super) views: Vec<u32>,
    /// For each event, whether its views are computed.
    pub(super) has_views: Vec<bool>,
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
        self.instructions.clear();
        self.instructions.resize(self.words, 0);
        for (index, class) in self.classes.iter().enumerate() {
            if *class != bit(PrimitiveSet::Universe) {
                insert(&mut self.instructions, first + index);
            }
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
    pub(super) fn universe(&mut self, graph: &Graph) -> &Row {
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
    pub(super) fn event(&self, bit: Bit) -> Option<EventId> {
        bit.checked_sub(self.first).map(EventId::from_index)
    }

    pub(super) fn class(&self, bit: Bit) -> Class {
        self.event(bit).map_or(initial_write(), |event| self.classes[event.index()])
    }

    pub(super) fn add_primitive(
        &mut self,
        graph: &Graph,
        relation: PrimitiveRelation,
        bit: Bit,
        row: &mut Row,
    ) {
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
            // Axioms with it are evaluated (`libraries.rs`).
            PrimitiveRelation::HappensBefore => {}
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
        let Some(event) = event.filter(|event| contains(&self.instructions, self.first + event.index()))
        else {
            return;
        };
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
        let before = self.program_order[event.index()].iter().zip(&self.instructions);
        row.iter_mut().zip(before).for_each(|(word, (before, instructions))| *word |= before & instructions);
    }

    /// Adds the writes before a write in coherence order, or the readers of these.
    pub(super) fn add_coherence(&mut self, graph: &Graph, bit: Bit, row: &mut Row, readers: bool) {
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

pub(super) fn is_empty(row: &Row) -> bool {
    row.iter().all(|&word| word == 0)
}

pub(super) fn remove(row: &mut Row, bit: Bit) {
    row[bit / 64] &= !(1 << (bit % 64));
}

pub(super) fn contains(row: &Row, bit: Bit) -> bool {
    row.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0)
}

/// The last bit of a row.
pub(super) fn last(row: &Row) -> Option<Bit> {
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
