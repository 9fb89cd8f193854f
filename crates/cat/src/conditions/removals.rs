//! Monotone by form: an execution without some of its reads and fences is consistent if the
//! execution is.
//!
//! A node is *constant* if it depends on the two related events alone whether they are related:
//! primitive sets and relations, and unions, intersections, differences, complements and products
//! of constant nodes, but for happens-before, which other events make. Compositions and closures are not: the event between two others may be
//! removed. A positive test is monotone if only constant nodes are excluded. Then every other
//! operation can only lose pairs.

use porf_entity::EntityId;

use super::Obstacle;
use crate::model::{Model, NodeId, Operation};
use crate::primitive::PrimitiveRelation;

/// Which nodes are constant.
pub(super) fn constant(model: &Model) -> Vec<bool> {
    let mut constant: Vec<bool> = Vec::with_capacity(model.nodes.len());
    for node in model.nodes.values() {
        let is_constant = match node.expression {
            // Happens-before may lead through a read or fence that is removed.
            Operation::Relation(PrimitiveRelation::HappensBefore)
            | Operation::Variable(_)
            | Operation::Sequence(..)
            | Operation::Plus(_)
            | Operation::Star(_)
            | Operation::Domain(_)
            | Operation::Range(_) => false,
            other => other.operands().all(|operand| constant[operand.index()]),
        };
        constant.push(is_constant);
    }
    constant
}

/// The excluded nodes among the parts of a check that are not constant.
pub(super) fn obstacles(model: &Model, constant: &[bool], parts: &[NodeId]) -> Vec<Obstacle> {
    let excluded = parts.iter().filter_map(|&part| match model.nodes[part].expression {
        Operation::Complement(a) | Operation::Difference(_, a) => Some(a),
        _ => None,
    });
    excluded.filter(|node| !constant[node.index()]).map(Obstacle::Excluded).collect()
}
