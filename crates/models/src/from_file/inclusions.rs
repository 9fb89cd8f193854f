//! Relations that a node contains, whatever the execution is.
//!
//! An *edge* is one of a few relations that say when an access must not be placed or read behind
//! others. For each node and edge there are two answers, both by form: the node contains the edge,
//! or it has no pair in common with it.

use porf_cat::{Kind, Model, NodeId, Operation, PrimitiveRelation, PrimitiveSet, is_from_reads};
use porf_entity::EntityId;

use super::classes::{Class, Classes, bit};
use super::sets::ClassSet;

/// A relation between events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edge {
    /// Program order.
    ProgramOrder,
    /// Program order of accesses to one location.
    SameLocation,
    ReadsFrom,
    Coherence,
    FromReads,
    /// `co ; rf`
    CoherenceReadsFrom,
    /// `fr ; rf`
    FromReadsReadsFrom,
}

impl Edge {
    const ALL: [Self; 7] = [
        Self::ProgramOrder,
        Self::SameLocation,
        Self::ReadsFrom,
        Self::Coherence,
        Self::FromReads,
        Self::CoherenceReadsFrom,
        Self::FromReadsReadsFrom,
    ];

    fn is_from(self, class: Class) -> bool {
        let has = |set| class & bit(set) != 0;
        match self {
            Self::ProgramOrder => !has(PrimitiveSet::InitialWrite),
            Self::SameLocation => {
                !has(PrimitiveSet::InitialWrite) && (has(PrimitiveSet::Read) || has(PrimitiveSet::Write))
            }
            Self::ReadsFrom | Self::Coherence | Self::CoherenceReadsFrom => has(PrimitiveSet::Write),
            Self::FromReads | Self::FromReadsReadsFrom => has(PrimitiveSet::Read),
        }
    }

    fn is_to(self, class: Class) -> bool {
        let has = |set| class & bit(set) != 0;
        !has(PrimitiveSet::InitialWrite)
            && match self {
                Self::ProgramOrder => true,
                Self::SameLocation => has(PrimitiveSet::Read) || has(PrimitiveSet::Write),
                Self::ReadsFrom | Self::CoherenceReadsFrom | Self::FromReadsReadsFrom => {
                    has(PrimitiveSet::Read)
                }
                Self::Coherence | Self::FromReads => has(PrimitiveSet::Write),
            }
    }

    /// The two edges that a composed edge is made of.
    fn parts(self) -> Option<(Self, Self)> {
        match self {
            Self::CoherenceReadsFrom => Some((Self::Coherence, Self::ReadsFrom)),
            Self::FromReadsReadsFrom => Some((Self::FromReads, Self::ReadsFrom)),
            _ => None,
        }
    }
}

/// The answers about one node and each edge.
#[derive(Clone, Copy, Default)]
struct Answers {
    contains: [bool; Edge::ALL.len()],
    excludes: [bool; Edge::ALL.len()],
    /// The node relates every event from which the edge leads to itself, and every event to which
    /// the edge leads.
    keeps_first: [bool; Edge::ALL.len()],
    keeps_last: [bool; Edge::ALL.len()],
}

/// The answers about all nodes of a model.
pub(super) struct Inclusions(Vec<Answers>);

impl Inclusions {
    pub(super) fn new(model: &Model) -> Self {
        let mut all: Vec<Answers> = Vec::with_capacity(model.nodes.len());
        for node in model.nodes.values() {
            let answers = match node.kind {
                Kind::Relation => answers(model, node.expression, |id| all[id.index()]),
                Kind::Set => Answers::default(),
            };
            all.push(answers);
        }
        Self(all)
    }

    /// Whether a node contains all of the edges.
    pub(super) fn contains(&self, node: NodeId, edges: &[Edge]) -> bool {
        edges.iter().all(|&edge| self.0[node.index()].contains[edge as usize])
    }
}

fn answers(model: &Model, expression: Operation, of: impl Fn(NodeId) -> Answers) -> Answers {
    let mut answers = Answers::default();
    for edge in Edge::ALL {
        let index = edge as usize;
        let covers = |set: NodeId, is_in: &dyn Fn(Class) -> bool| {
            ClassSet::of(model, set)
                .is_some_and(|set| Classes::all().all(|class| !is_in(class) || set.contains(class)))
        };
        let avoids = |set: NodeId, is_in: &dyn Fn(Class) -> bool| {
            ClassSet::of(model, set)
                .is_some_and(|set| Classes::all().all(|class| !is_in(class) || !set.contains(class)))
        };
        let (from, to) = (|class| edge.is_from(class), |class| edge.is_to(class));
        let has = |id: NodeId, edge: Edge| of(id).contains[edge as usize];
        let composes = |a: NodeId, b: NodeId| {
            edge.parts().is_some_and(|(first, second)| has(a, first) && has(b, second))
        };
        let (contains, excludes) = match expression {
            Operation::Empty => (false, true),
            Operation::Relation(relation) => (primitive_contains(relation, edge), false),
            expression if is_from_reads(model, expression) => (edge == Edge::FromReads, false),
            Operation::Union(a, b) => {
                (has(a, edge) || has(b, edge), of(a).excludes[index] && of(b).excludes[index])
            }
            Operation::Intersection(a, b) => {
                (has(a, edge) && has(b, edge), of(a).excludes[index] || of(b).excludes[index])
            }
            Operation::Difference(a, b) => {
                (has(a, edge) && of(b).excludes[index], of(a).excludes[index] || has(b, edge))
            }
            Operation::Complement(a) => (of(a).excludes[index], has(a, edge)),
            Operation::Product(a, b) => {
                (covers(a, &from) && covers(b, &to), avoids(a, &from) || avoids(b, &to))
            }
            Operation::Sequence(a, b) => {
                let around =
                    of(a).keeps_first[index] && has(b, edge) || has(a, edge) && of(b).keeps_last[index];
                (around || composes(a, b), false)
            }
            Operation::Plus(a) | Operation::Star(a) => (has(a, edge) || composes(a, a), false),
            Operation::Optional(a) => (has(a, edge), of(a).excludes[index]),
            // `fr ; rf` leads from a read to itself if the graph is inconsistent.
            Operation::Identity(_) => (false, edge.parts().is_none()),
            _ => (false, false),
        };
        let (keeps_first, keeps_last) = match expression {
            Operation::Identity(set) => (covers(set, &from), covers(set, &to)),
            Operation::Optional(_) | Operation::Star(_) => (true, true),
            Operation::Union(a, b) => (
                of(a).keeps_first[index] || of(b).keeps_first[index],
                of(a).keeps_last[index] || of(b).keeps_last[index],
            ),
            Operation::Sequence(a, b) => (
                of(a).keeps_first[index] && of(b).keeps_first[index],
                of(a).keeps_last[index] && of(b).keeps_last[index],
            ),
            Operation::Plus(a) => (of(a).keeps_first[index], of(a).keeps_last[index]),
            _ => (false, false),
        };
        answers.contains[index] = contains;
        answers.excludes[index] = excludes;
        answers.keeps_first[index] = keeps_first;
        answers.keeps_last[index] = keeps_last;
    }
    answers
}

fn primitive_contains(relation: PrimitiveRelation, edge: Edge) -> bool {
    match relation {
        PrimitiveRelation::ProgramOrder => matches!(edge, Edge::ProgramOrder | Edge::SameLocation),
        PrimitiveRelation::ReadsFrom => edge == Edge::ReadsFrom,
        PrimitiveRelation::Coherence => edge == Edge::Coherence,
        PrimitiveRelation::SameLocation => edge != Edge::ProgramOrder,
        _ => false,
    }
}
