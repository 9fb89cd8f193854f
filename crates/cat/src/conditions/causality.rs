//! Causality (MM1): exploration builds executions event by event, so po ∪ rf is acyclic in all of
//! them, whether a model says so or not.

use crate::ast::{Role, Test};
use crate::evaluate::evaluate;
use crate::events::Events;
use crate::model::{Model, NodeId, Operation};
use crate::primitive::{PrimitiveRelation, PrimitiveSet};
use porf_entity::Relation;

/// What a model says about cycles of po ∪ rf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Causality {
    /// An axiom forbids them, by form.
    Stated,
    /// No axiom forbids all of them by form, but load buffering is forbidden.
    Added,
    /// The model allows load buffering: two threads that each read what the other writes afterwards.
    Missing,
}

/// What a model says about cycles of po ∪ rf.
pub fn causality(model: &Model) -> Causality {
    let po = Operation::Relation(PrimitiveRelation::ProgramOrder);
    let rf = Operation::Relation(PrimitiveRelation::ReadsFrom);
    let states = model.checks.iter().any(|check| {
        let forbids_cycles = matches!(
            (check.test, model.nodes[check.tested].expression),
            (Test::Acyclic, _) | (Test::Irreflexive, Operation::Plus(_))
        );
        let leaves = leaves(model, check.tested);
        let has = |relation: Operation| leaves.contains(&relation);
        check.role == Role::Axiom && !check.negated && forbids_cycles && has(po) && has(rf)
    });
    if states {
        Causality::Stated
    } else if evaluate(model, &load_buffering()).is_consistent(model) {
        Causality::Missing
    } else {
        Causality::Added
    }
}

/// The operations of which a relation is the union, or the closure of the union.
fn leaves(model: &Model, node: NodeId) -> Vec<Operation> {
    let mut pending = vec![node];
    let mut leaves = Vec::new();
    while let Some(next) = pending.pop() {
        match model.nodes[next].expression {
            Operation::Union(a, b) => pending.extend([a, b]),
            Operation::Plus(a) => pending.push(a),
            other => leaves.push(other),
        }
    }
    leaves
}

/// Load buffering with relaxed accesses and without dependencies: the events are the initial writes
/// of two locations, and a read and a write of each of two threads.
fn load_buffering() -> Events {
    const SIZE: usize = 6;
    let [read_x, write_y, read_y, write_x] = [2, 3, 4, 5];
    let mut events = Events::new(SIZE);
    for initial in 0..2 {
        for set in [PrimitiveSet::Write, PrimitiveSet::InitialWrite, PrimitiveSet::NonAtomic] {
            events.insert(set, initial);
        }
    }
    for event in 2..SIZE {
        let kind = if event == read_x || event == read_y { PrimitiveSet::Read } else { PrimitiveSet::Write };
        [kind, PrimitiveSet::Relaxed, PrimitiveSet::Atomic]
            .into_iter()
            .for_each(|set| events.insert(set, event));
    }
    let mut relate = |relation: PrimitiveRelation, pairs: &[(usize, usize)]| {
        let holds = |a, b| pairs.contains(&(a, b));
        events.relate(relation, Relation::from_predicate(SIZE, holds));
    };
    relate(PrimitiveRelation::ProgramOrder, &[(read_x, write_y), (read_y, write_x)]);
    relate(PrimitiveRelation::ReadsFrom, &[(write_x, read_x), (write_y, read_y)]);
    relate(PrimitiveRelation::Coherence, &[(0, write_x), (1, write_y)]);
    let same = |groups: &[&[usize]]| {
        let groups = groups.iter();
        let pairs = groups.flat_map(|group| group.iter().flat_map(|&a| group.iter().map(move |&b| (a, b))));
        pairs.collect::<Vec<_>>()
    };
    relate(PrimitiveRelation::SameLocation, &same(&[&[0, read_x, write_x], &[1, read_y, write_y]]));
    relate(PrimitiveRelation::Internal, &same(&[&[0, 1], &[read_x, write_y], &[read_y, write_x]]));
    events
}
