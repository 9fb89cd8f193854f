//! Axioms on the events of a [component](super::hull).
//!
//! A node is *local* if its pairs of events of a component follow from these events alone, by form.
//! Primitive relations and sets of classes are local, and so is every combination of local nodes by
//! union, intersection, difference, complement and inverse. A composition or a closure of local nodes
//! is local if the nodes are contained in the closure of the hull, po ∪ rf ∪ co ∪ fr: if it leads
//! from a to b by way of c, and a and b are in the component, then c is, too.
//!
//! So a local axiom is evaluated on the component, if that is small: a relation is one word for each
//! event, the set of the events that are related to it.

use porf_cat::{Check, Kind, Model, NodeId, Operation, PrimitiveRelation, Test, is_from_reads};
use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Graph, Label, LocationId};

use super::classes::{Class, class};
use super::events::{DEPENDENCIES, direct_predecessors, is_instruction, sets};
use super::hull::Within;
use super::sets::ClassSet;
use crate::coherence::seen_by;

/// The greatest number of events of a component that axioms are evaluated on.
pub(super) const MOST: usize = 64;

/// The number of a value.
type Slot = usize;

/// The computation of a relation from those of earlier slots.
#[derive(Clone, Copy, Debug)]
enum Step {
    Primitive(PrimitiveRelation),
    FromReads,
    Empty,
    Union(Slot, Slot),
    Intersection(Slot, Slot),
    Difference(Slot, Slot),
    Complement(Slot),
    Sequence(Slot, Slot),
    Inverse(Slot),
    Plus(Slot),
    Star(Slot),
    Optional(Slot),
    /// The numbers of sets.
    Identity(usize),
    Product(usize, usize),
}

/// The local axioms, and memory for their evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalAxioms {
    steps: Vec<Step>,
    sets: Vec<ClassSet>,
    /// For each axiom, the slots to compute, in order; nothing if it is not local.
    axioms: Vec<Option<(Test, Vec<Slot>)>>,
    /// For each class that was met, the sets that it belongs to.
    classes: Vec<(Class, Vec<bool>)>,
    values: Vec<u64>,
    is_computed: Vec<bool>,
    /// For each set, its events.
    members: Vec<u64>,
    events: Vec<Member>,
    /// For each event, the events that access the same location, and those of the same thread.
    same_location: Vec<u64>,
    same_thread: Vec<u64>,
    /// For each event of the graph, its place in the component; [`NOWHERE`] if it has none.
    places: Vec<usize>,
}

const NOWHERE: usize = usize::MAX;

/// An event of the component.
#[derive(Clone, Copy, Debug)]
struct Member {
    id: EventId,
    /// The location of an access, and the position of the write or of the source.
    access: Option<(LocationId, usize)>,
    label: Label,
    thread: ThreadId,
}

impl LocalAxioms {
    pub(super) fn new<'c>(model: &Model, within: &Within, checks: impl Iterator<Item = &'c Check>) -> Self {
        let is_local = local_nodes(model, within);
        let mut new = Self::default();
        let mut slots: Vec<Option<Slot>> = vec![None; model.nodes.len()];
        for check in checks {
            let axiom = is_local[check.tested.index()].then(|| {
                let parts = model.parts([check.tested]);
                let relations = parts.into_iter().filter(|&it| model.nodes[it].kind == Kind::Relation);
                relations.map(|part| new.compile(model, part, &mut slots)).collect()
            });
            new.axioms.push(axiom.map(|axiom| (check.test, axiom)));
        }
        new
    }

    /// Whether an axiom is local.
    pub(super) fn has(&self, axiom: usize) -> bool {
        self.axioms[axiom].is_some()
    }

    fn compile(&mut self, model: &Model, node: NodeId, slots: &mut [Option<Slot>]) -> Slot {
        if let Some(slot) = slots[node.index()] {
            return slot;
        }
        // Operands come before the nodes that use them, and the inverse of rf in fr is one of them.
        let slot = |id: NodeId| slots[id.index()].expect("operands are compiled first");
        let step = match model.nodes[node].expression {
            Operation::Relation(relation) => Step::Primitive(relation),
            expression if is_from_reads(model, expression) => Step::FromReads,
            Operation::Union(a, b) => Step::Union(slot(a), slot(b)),
            Operation::Intersection(a, b) => Step::Intersection(slot(a), slot(b)),
            Operation::Difference(a, b) => Step::Difference(slot(a), slot(b)),
            Operation::Complement(a) => Step::Complement(slot(a)),
            Operation::Sequence(a, b) => Step::Sequence(slot(a), slot(b)),
            Operation::Inverse(a) => Step::Inverse(slot(a)),
            Operation::Plus(a) => Step::Plus(slot(a)),
            Operation::Star(a) => Step::Star(slot(a)),
            Operation::Optional(a) => Step::Optional(slot(a)),
            Operation::Identity(set) => Step::Identity(self.set(model, set)),
            Operation::Product(a, b) => Step::Product(self.set(model, a), self.set(model, b)),
            // No other relation is local.
            _ => Step::Empty,
        };
        self.steps.push(step);
        slots[node.index()] = Some(self.steps.len() - 1);
        self.steps.len() - 1
    }

    fn set(&mut self, model: &Model, node: NodeId) -> usize {
        self.sets.push(ClassSet::of(model, node).unwrap_or_default());
        self.sets.len() - 1
    }

    /// Makes the events of a component the ones that axioms are asked of. There are at most
    /// [`MOST`].
    pub(super) fn look_at(&mut self, graph: &Graph, component: &[EventId]) {
        self.events.clear();
        self.events.extend(component.iter().map(|&id| {
            let event = graph.event(id);
            let position = |location| (location, graph.position(seen_by(graph, id)));
            Member { id, access: event.location().map(position), label: event.label, thread: event.thread }
        }));
        self.events.sort_unstable_by_key(|member| member.id);
        self.places.clear();
        self.places.resize(graph.len(), NOWHERE);
        self.members.clear();
        self.members.resize(self.sets.len(), 0);
        for (place, member) in self.events.iter().enumerate() {
            self.places[member.id.index()] = place;
            let class = class(sets(&member.label));
            let known = self.classes.iter().position(|(known, _)| *known == class);
            let known = known.unwrap_or_else(|| {
                let is_in = self.sets.iter().map(|set| set.contains(class)).collect();
                self.classes.push((class, is_in));
                self.classes.len() - 1
            });
            for (members, is_in) in self.members.iter_mut().zip(&self.classes[known].1) {
                *members |= u64::from(*is_in) << place;
            }
        }
        let events = &self.events;
        classify(&mut self.same_location, events, |member| member.access.map(|(location, _)| location));
        classify(&mut self.same_thread, events, |member| Some(member.thread));
        self.values.clear();
        self.values.resize(self.steps.len() * self.events.len(), 0);
        self.is_computed.clear();
        self.is_computed.resize(self.steps.len(), false);
    }

    /// Whether a local axiom holds on the component.
    pub(super) fn holds(&mut self, graph: &Graph, axiom: usize) -> bool {
        let Some((test, slots)) = self.axioms[axiom].take() else { return true };
        for &slot in &slots {
            if !std::mem::replace(&mut self.is_computed[slot], true) {
                self.compute(graph, slot);
            }
        }
        let size = self.events.len();
        let tested = slots.last().map_or(0, |slot| slot * size);
        let is_irreflexive = |rows: &[u64]| rows.iter().enumerate().all(|(place, row)| row >> place & 1 == 0);
        let holds = match test {
            Test::Irreflexive => is_irreflexive(&self.values[tested..tested + size]),
            Test::Acyclic => {
                let mut rows = [0; MOST];
                rows[..size].copy_from_slice(&self.values[tested..tested + size]);
                close(&mut rows[..size]);
                is_irreflexive(&rows[..size])
            }
            Test::Empty => true,
        };
        self.axioms[axiom] = Some((test, slots));
        holds
    }

    fn compute(&mut self, graph: &Graph, slot: Slot) {
        let size = self.events.len();
        let (before, rest) = self.values.split_at_mut(slot * size);
        let out = &mut rest[..size];
        let rows = |slot: Slot| &before[slot * size..][..size];
        let all = !0 >> (64 - size);
        match self.steps[slot] {
            Step::Primitive(relation) => self.primitive(graph, relation, slot),
            Step::FromReads => {
                let is_read = |label| matches!(label, Label::Read(_));
                relate_to_later_writes(out, &self.events, &self.same_location, is_read);
            }
            Step::Empty => {}
            Step::Union(a, b) => combine(out, rows(a), rows(b), |a, b| a | b),
            Step::Intersection(a, b) => combine(out, rows(a), rows(b), |a, b| a & b),
            Step::Difference(a, b) => combine(out, rows(a), rows(b), |a, b| a & !b),
            Step::Complement(a) => combine(out, rows(a), rows(a), |a, _| all & !a),
            Step::Sequence(a, b) => {
                for (row, &between) in out.iter_mut().zip(rows(b)) {
                    for_each(between, |place| *row |= rows(a)[place]);
                }
            }
            Step::Inverse(a) => {
                for (place, &row) in rows(a).iter().enumerate() {
                    for_each(row, |from| out[from] |= 1 << place);
                }
            }
            Step::Plus(a) => {
                out.copy_from_slice(rows(a));
                close(out);
            }
            Step::Star(a) => {
                out.copy_from_slice(rows(a));
                close(out);
                out.iter_mut().enumerate().for_each(|(place, row)| *row |= 1 << place);
            }
            Step::Optional(a) => {
                out.copy_from_slice(rows(a));
                out.iter_mut().enumerate().for_each(|(place, row)| *row |= 1 << place);
            }
            Step::Identity(set) => {
                let members = self.members[set];
                out.iter_mut().enumerate().for_each(|(place, row)| *row = members & 1 << place);
            }
            Step::Product(from, to) => {
                let (from, to) = (self.members[from], self.members[to]);
                for_each(to, |place| out[place] = from);
            }
        }
    }

    fn primitive(&mut self, graph: &Graph, relation: PrimitiveRelation, slot: Slot) {
        let size = self.events.len();
        let (events, places) = (&self.events, &self.places);
        let out = &mut self.values[slot * size..][..size];
        let place = |event: EventId| Some(places[event.index()]).filter(|&place| place != NOWHERE);
        match relation {
            // Events come after those that precede them. An event between two events of the
            // component is in the component.
            PrimitiveRelation::ProgramOrder => {
                for to in 0..size {
                    let mut row = 0;
                    direct_predecessors(graph, events[to].id, |before| {
                        if let Some(from) = place(before) {
                            row |= out[from] | 1 << from;
                        }
                    });
                    out[to] = row;
                }
                let is_seen = |place: usize| is_instruction(&events[place].label);
                let seen = (0..size).filter(|&place| is_seen(place)).fold(0, |seen, place| seen | 1 << place);
                for (to, row) in out.iter_mut().enumerate() {
                    *row &= if is_seen(to) { seen } else { 0 };
                }
            }
            PrimitiveRelation::ReadsFrom => {
                for (row, member) in out.iter_mut().zip(events) {
                    if let Label::Read(read) = member.label
                        && let Some(from) = read.source.write().and_then(place)
                    {
                        *row = 1 << from;
                    }
                }
            }
            PrimitiveRelation::Coherence => {
                let is_write = |label| matches!(label, Label::Write(_));
                relate_to_later_writes(out, events, &self.same_location, is_write);
            }
            PrimitiveRelation::ReadModifyWrite => {
                for (row, member) in out.iter_mut().zip(events) {
                    if let Label::Write(write) = member.label
                        && write.exclusive
                        && let Some(from) = graph.predecessor(member.id).and_then(place)
                    {
                        *row = 1 << from;
                    }
                }
            }
            PrimitiveRelation::SameLocation => out.copy_from_slice(&self.same_location),
            PrimitiveRelation::Internal => out.copy_from_slice(&self.same_thread),
            // Axioms with it are evaluated (`libraries.rs`).
            PrimitiveRelation::HappensBefore => {}
            PrimitiveRelation::AddressDependency
            | PrimitiveRelation::DataDependency
            | PrimitiveRelation::ControlDependency => {
                for (_, reads) in DEPENDENCIES.iter().filter(|(it, _)| *it == relation) {
                    for (row, member) in out.iter_mut().zip(events) {
                        reads(graph, member.id, &mut |read| {
                            if let Some(from) = place(read) {
                                *row |= 1 << from;
                            }
                        });
                    }
                }
            }
        }
    }
}

/// For each event, finds the events with the same key, itself included; none without a key.
fn classify<K: PartialEq>(classes: &mut Vec<u64>, events: &[Member], key: impl Fn(&Member) -> Option<K>) {
    classes.clear();
    for (place, member) in events.iter().enumerate() {
        let own = key(member);
        let Some(own) = own else {
            classes.push(0);
            continue;
        };
        // The class of the first event is complete up to here.
        let first = events[..place].iter().position(|other| key(other).as_ref() == Some(&own));
        classes.push(1 << place);
        if let Some(first) = first {
            classes[first] |= 1 << place;
        }
    }
    for place in 0..events.len() {
        let class = classes[place];
        for_each(class, |other| classes[other] |= class);
    }
}

/// Relates accesses that are chosen by their labels to the writes with later positions.
fn relate_to_later_writes(
    out: &mut [u64],
    events: &[Member],
    same_location: &[u64],
    is_chosen: impl Fn(Label) -> bool,
) {
    for ((row, to), &same) in out.iter_mut().zip(events).zip(same_location) {
        let Label::Write(_) = to.label else { continue };
        for_each(same, |from| {
            let is_before = events[from].access < to.access && is_chosen(events[from].label);
            *row |= u64::from(is_before) << from;
        });
    }
}

/// The nodes that are local.
fn local_nodes(model: &Model, within: &Within) -> Vec<bool> {
    let mut local: Vec<bool> = Vec::with_capacity(model.nodes.len());
    for (id, node) in model.nodes.iter() {
        let of = |id: NodeId| local[id.index()];
        let in_hull = |id: NodeId| of(id) && within.has(id);
        local.push(match (node.kind, node.expression) {
            (Kind::Set, _) => ClassSet::of(model, id).is_some(),
            (_, expression) if is_from_reads(model, expression) => true,
            (_, Operation::Relation(_) | Operation::Empty) => true,
            (_, Operation::Sequence(a, b)) => in_hull(a) && in_hull(b),
            (_, Operation::Plus(a) | Operation::Star(a)) => in_hull(a),
            (_, Operation::Variable(_) | Operation::Domain(_) | Operation::Range(_)) => false,
            (_, expression) => expression.operands().all(of),
        });
    }
    local
}

fn combine(out: &mut [u64], a: &[u64], b: &[u64], operation: impl Fn(u64, u64) -> u64) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = operation(a, b);
    }
}

/// Makes a relation transitive.
fn close(rows: &mut [u64]) {
    for between in 0..rows.len() {
        let before = rows[between];
        for row in rows.iter_mut().filter(|row| **row >> between & 1 != 0) {
            *row |= before;
        }
    }
}

fn for_each(mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}
