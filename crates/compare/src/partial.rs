//! Executions under construction. First the order of the writes of each location is chosen, then the
//! source of each read, then the ordering of each operation. A relation has the pairs that are
//! chosen for certain, and may have those that can still be chosen.

use porf_cat::PrimitiveRelation;

use crate::bounds::Primitives;
use crate::candidates::{Candidate, EventTable};
use crate::program::{Label, Program, Skeleton, permutations};
use crate::vocabulary::Vocabulary;

/// An execution under construction.
pub(crate) struct Partial<'a> {
    pub(crate) skeleton: &'a Skeleton,
    vocabulary: &'a Vocabulary,
    pub(crate) table: EventTable,
    pub(crate) primitives: Primitives,
    /// The choices so far: locations without an order and reads without a source are missing.
    pub(crate) candidate: Candidate,
    pub(crate) labels: Vec<Label>,
}

/// The value of the next choice.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// The order of the writes of a location.
    Order(Vec<usize>),
    /// The source of a read.
    Source(usize),
    /// The ordering of an operation.
    Label(Label),
}

impl<'a> Partial<'a> {
    /// Nothing is chosen yet.
    pub(crate) fn new(skeleton: &'a Skeleton, vocabulary: &'a Vocabulary) -> Self {
        let table = EventTable::new(skeleton);
        let mut primitives = table.primitives(skeleton);
        for (operation, &kind) in table.kinds.iter().enumerate() {
            table.label(operation, vocabulary.labels(kind), &mut primitives);
        }
        let candidate = Candidate { sources: Vec::new(), coherence: Vec::new() };
        let mut partial = Self { skeleton, vocabulary, table, primitives, candidate, labels: Vec::new() };
        partial.relate_coherence();
        partial.relate_sources();
        partial
    }

    /// The values of the next choice, `None` if everything is chosen.
    pub(crate) fn choices(&self) -> Option<Vec<Choice>> {
        if let Some(writes) = self.table.writes.get(self.candidate.coherence.len()) {
            let mut orders = Vec::new();
            permutations(writes.len(), &mut |order| {
                orders.push(Choice::Order(order.iter().map(|&place| writes[place]).collect()));
            });
            return Some(orders);
        }
        if let Some((_, sources)) = self.table.reads.get(self.candidate.sources.len()) {
            return Some(sources.iter().copied().map(Choice::Source).collect());
        }
        let kind = *self.table.kinds.get(self.labels.len())?;
        Some(self.vocabulary.labels(kind).iter().copied().map(Choice::Label).collect())
    }

    /// Makes the next choice.
    pub(crate) fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Order(order) => {
                self.candidate.coherence.push(order);
                self.relate_coherence();
            }
            Choice::Source(source) => {
                self.candidate.sources.push(source);
                self.relate_sources();
            }
            Choice::Label(label) => {
                self.table.label(self.labels.len(), &[label], &mut self.primitives);
                self.labels.push(label);
            }
        }
    }

    /// Takes the last choice back.
    pub(crate) fn undo(&mut self) {
        if self.labels.pop().is_some() {
            let operation = self.labels.len();
            let labels = self.vocabulary.labels(self.table.kinds[operation]);
            self.table.label(operation, labels, &mut self.primitives);
        } else if self.candidate.sources.pop().is_some() {
            self.relate_sources();
        } else if self.candidate.coherence.pop().is_some() {
            self.relate_coherence();
        }
    }

    /// The program, all of whose orderings are chosen.
    pub(crate) fn program(&self) -> Program {
        Program { skeleton: self.skeleton.clone(), labels: self.labels.clone() }
    }

    /// Gives `rf` and `co` the values of a candidate.
    pub(crate) fn relate(&mut self, candidate: &Candidate) {
        self.table.relate(candidate, &mut self.primitives);
    }

    fn relate_coherence(&mut self) {
        let bounds = &mut self.primitives.relations[PrimitiveRelation::Coherence as usize];
        *bounds = Default::default();
        for (location, writes) in self.table.writes.iter().enumerate() {
            let order = self.candidate.coherence.get(location);
            for (place, &write) in order.unwrap_or(writes).iter().enumerate() {
                bounds.insert(location, write);
                match order {
                    Some(order) => order[..place].iter().for_each(|&earlier| bounds.insert(earlier, write)),
                    None => {
                        let others = writes.iter().filter(|&&other| other != write);
                        others.for_each(|&other| bounds.upper.insert(other, write));
                    }
                }
            }
        }
    }

    fn relate_sources(&mut self) {
        let bounds = &mut self.primitives.relations[PrimitiveRelation::ReadsFrom as usize];
        *bounds = Default::default();
        for (index, (read, sources)) in self.table.reads.iter().enumerate() {
            match self.candidate.sources.get(index) {
                Some(&source) => bounds.insert(source, *read),
                None => sources.iter().for_each(|&source| bounds.upper.insert(source, *read)),
            }
        }
    }
}
