//! The candidate executions of a program: every choice of a source for each read and of an order
//! for the writes of each location.
//!
//! Events are numbered: the initial writes, one for each location, and then the events thread by
//! thread. An exchange is a read and a write. A read does not read from the write of its own
//! exchange.

use porf_cat::{PrimitiveRelation, PrimitiveSet};

use crate::bounds::{Bounds, Primitives};
use crate::matrix::Matrix;
use crate::program::{Label, OperationKind, Skeleton, permutations};

/// The events of a skeleton.
#[derive(Clone, Debug)]
pub(crate) struct EventTable {
    /// The number of events.
    pub(crate) size: usize,
    /// The kind of each operation, in order.
    pub(crate) kinds: Vec<OperationKind>,
    /// The first event of each operation.
    pub(crate) first: Vec<usize>,
    /// The reads, with their possible sources.
    pub(crate) reads: Vec<(usize, Vec<usize>)>,
    /// The writes of each location, without the initial one, which has the location's number.
    pub(crate) writes: Vec<Vec<usize>>,
}

/// A candidate: the choices that a program leaves open.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The source of each read, in the order of events.
    pub sources: Vec<usize>,
    /// The writes of each location in coherence order, without the initial one.
    pub coherence: Vec<Vec<usize>>,
}

impl Candidate {
    /// The last write of each location.
    pub(crate) fn last_writes(&self) -> Vec<usize> {
        let last = |(location, order): (usize, &Vec<usize>)| order.last().copied().unwrap_or(location);
        self.coherence.iter().enumerate().map(last).collect()
    }
}

impl EventTable {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        let locations = skeleton.locations();
        let mut table = Self {
            size: locations,
            kinds: Vec::new(),
            first: Vec::new(),
            reads: Vec::new(),
            writes: vec![Vec::new(); locations],
        };
        for operation in skeleton.operations() {
            table.kinds.push(operation.kind);
            table.first.push(table.size);
            if operation.kind.writes() {
                let write = table.size + operation.kind.events() - 1;
                table.writes[usize::from(operation.location)].push(write);
            }
            table.size += operation.kind.events();
        }
        for (operation, &event) in skeleton.operations().zip(&table.first) {
            if operation.kind.reads() {
                let location = usize::from(operation.location);
                let own = (operation.kind == OperationKind::Exchange).then_some(event + 1);
                let writes = table.writes[location].iter().copied().filter(|&write| Some(write) != own);
                table.reads.push((event, std::iter::once(location).chain(writes).collect()));
            }
        }
        table
    }

    /// The primitive relations that do not depend on choices, and the sets that do not depend on
    /// orderings.
    pub(crate) fn primitives(&self, skeleton: &Skeleton) -> Primitives {
        let size = self.size;
        let locations = self.writes.len();
        let mut sets = vec![Bounds::default(); PrimitiveSet::ALL.len()];
        let mut relations = vec![Bounds::default(); PrimitiveRelation::ALL.len()];
        let mut insert = |set: PrimitiveSet, event: usize| {
            sets[set as usize].insert(event, event);
        };
        (0..size).for_each(|event| insert(PrimitiveSet::Universe, event));
        for initial in 0..locations {
            [PrimitiveSet::Write, PrimitiveSet::InitialWrite, PrimitiveSet::NonAtomic]
                .into_iter()
                .for_each(|set| insert(set, initial));
        }

        // Of each event, the thread and the location. The initial writes count as one thread.
        let mut thread_of = vec![usize::MAX; locations];
        let mut location_of: Vec<Option<usize>> = (0..locations).map(Some).collect();
        for (thread, operations) in skeleton.threads.iter().enumerate() {
            for operation in operations {
                let location = operation.kind.is_access().then_some(usize::from(operation.location));
                for _ in 0..operation.kind.events() {
                    thread_of.push(thread);
                    location_of.push(location);
                }
            }
        }
        for a in 0..size {
            for b in 0..size {
                let mut relate = |relation: PrimitiveRelation| relations[relation as usize].insert(a, b);
                if thread_of[a] == thread_of[b] {
                    relate(PrimitiveRelation::Internal);
                    if a < b && a >= locations {
                        relate(PrimitiveRelation::ProgramOrder);
                    }
                }
                if location_of[a].is_some() && location_of[a] == location_of[b] {
                    relate(PrimitiveRelation::SameLocation);
                }
            }
        }
        for (&kind, &event) in self.kinds.iter().zip(&self.first) {
            if kind == OperationKind::Exchange {
                relations[PrimitiveRelation::ReadModifyWrite as usize].insert(event, event + 1);
            }
        }
        Primitives { size, sets, relations }
    }

    /// Gives `rf` and `co` their values.
    pub(crate) fn relate(&self, candidate: &Candidate, primitives: &mut Primitives) {
        let mut reads_from = Matrix::default();
        for ((read, _), &source) in self.reads.iter().zip(&candidate.sources) {
            reads_from.insert(source, *read);
        }
        primitives.relations[PrimitiveRelation::ReadsFrom as usize] = Bounds::exact(reads_from);
        let mut coherence = Matrix::default();
        for (location, order) in candidate.coherence.iter().enumerate() {
            for (place, &write) in order.iter().enumerate() {
                coherence.insert(location, write);
                order[..place].iter().for_each(|&earlier| coherence.insert(earlier, write));
            }
        }
        primitives.relations[PrimitiveRelation::Coherence as usize] = Bounds::exact(coherence);
    }

    /// Gives an operation one of several orderings: its events are certainly in the sets that all of
    /// these have, and may be in the sets that one of them has.
    pub(crate) fn label(&self, operation: usize, labels: &[Label], primitives: &mut Primitives) {
        let (mut certain, mut possible) = ([u32::MAX; 2], [0; 2]);
        for label in labels {
            for (half, bits) in label.set_bits().into_iter().enumerate() {
                certain[half] &= bits;
                possible[half] |= bits;
            }
        }
        for half in 0..self.kinds[operation].events() {
            let event = self.first[operation] + half;
            for (set, bounds) in primitives.sets.iter_mut().enumerate() {
                bounds.lower.set(event, event, certain[half] >> set & 1 == 1);
                bounds.upper.set(event, event, possible[half] >> set & 1 == 1);
            }
        }
    }

    /// Visits every candidate while `visit` returns `true`; returns whether all were visited.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&Candidate) -> bool) -> bool {
        let orders = self.coherence_orders();
        let mut choice = vec![0; self.reads.len()];
        loop {
            let sources = self.reads.iter().zip(&choice).map(|((_, sources), &chosen)| sources[chosen]);
            let mut candidate = Candidate { sources: sources.collect(), coherence: Vec::new() };
            for order in &orders {
                candidate.coherence.clone_from(order);
                if !visit(&candidate) {
                    return false;
                }
            }
            // The next choice, as an odometer counts.
            let Some(place) = (0..choice.len()).find(|&read| choice[read] + 1 < self.reads[read].1.len())
            else {
                return true;
            };
            choice[place] += 1;
            choice[..place].fill(0);
        }
    }

    /// All orders of the writes of all locations.
    pub(crate) fn coherence_orders(&self) -> Vec<Vec<Vec<usize>>> {
        let mut all: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for writes in &self.writes {
            let mut extended = Vec::new();
            permutations(writes.len(), &mut |order| {
                let here: Vec<usize> = order.iter().map(|&place| writes[place]).collect();
                extended.extend(all.iter().map(|before| {
                    let mut orders = before.clone();
                    orders.push(here.clone());
                    orders
                }));
            });
            all = extended;
        }
        all
    }
}

impl crate::Program {
    /// All candidate executions of the program, with their events.
    pub fn candidates(&self) -> Vec<(Candidate, porf_cat::Events)> {
        let table = EventTable::new(&self.skeleton);
        let mut primitives = table.primitives(&self.skeleton);
        for (operation, &label) in self.labels.iter().enumerate() {
            table.label(operation, &[label], &mut primitives);
        }
        let mut candidates = Vec::new();
        table.for_each(|candidate| {
            table.relate(candidate, &mut primitives);
            candidates.push((candidate.clone(), crate::bounds::plain_events(&primitives)));
            true
        });
        candidates
    }
}
