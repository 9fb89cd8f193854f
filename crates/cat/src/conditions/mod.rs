//! Conditions on the checks of a model, decided by their form.
//!
//! Exploration adds events one by one and asks about consistency each time. For an axiom this is
//! exact under two conditions [genmc §3]:
//!
//! - It is *prefix-closed* (MM2): an execution without the events after some porf-prefix is
//!   consistent if the execution is.
//! - It is *extensible* (MM3): a consistent execution stays consistent when an event is added in the
//!   *maximal* way: at the end of its thread, a read from the write that is last in coherence
//!   order, a write last in coherence order.
//!
//! A third condition is for loops that wait. An axiom is *monotone* if an execution without some of
//! its reads and fences, wherever they are, is consistent if the execution is.
//!
//! Each decision is an argument about the expression alone ([`prefixes`], [`removals`],
//! [`additions`]). It is safe: an axiom that has the condition by form has it; others may have it,
//! too.

mod additions;
mod causality;
mod prefixes;
mod removals;

use std::fmt;

use crate::ast::Role;
use crate::model::{Check, Model, NodeId, Operation};
use crate::primitive::{PrimitiveRelation, PrimitiveSet};

pub use additions::{Addition, is_from_reads, states_atomicity};
pub use causality::{Causality, causality};
pub use prefixes::{Form, forms};

/// The conditions that the checks of a model meet by form.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// One for each of [`Model::checks`].
    pub checks: Vec<CheckConditions>,
}

/// The conditions that a check meets by form: for each one the obstacles, none if it is met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckConditions {
    /// Why the check may hold of an execution and fail for a prefix of it.
    pub not_prefix_closed: Vec<Obstacle>,
    /// Why the check may hold of an execution and fail after an event is added in the maximal way.
    pub not_extensible: Vec<Obstacle>,
    /// Why the check may hold of an execution and fail for the execution without some reads.
    pub not_monotone: Vec<Obstacle>,
}

impl CheckConditions {
    /// Whether exploration may ask the check after each event that is added.
    pub fn is_incremental(&self) -> bool {
        self.not_prefix_closed.is_empty() && self.not_extensible.is_empty()
    }

    /// Whether reads that change nothing may be left out of executions.
    pub fn is_monotone(&self) -> bool {
        self.not_monotone.is_empty()
    }
}

/// The reason why a check does not have a condition by form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The check is negated: the tested pairs may come with the last event.
    Negated,
    /// The complement of this node is taken, or the node is subtracted, and its pairs depend on
    /// other events than the two related ones.
    Excluded(NodeId),
    /// The check uses the dependency.
    Dependency(PrimitiveRelation),
    /// The event may be part of a violation although nothing follows it.
    Added(Addition),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negated => f.write_str("the check is negated, so a later event may make it hold"),
            Self::Excluded(_) => {
                f.write_str("it excludes (by `~` or `\\`) pairs or events that come or go with other events")
            }
            Self::Dependency(relation) => write!(f, "it uses the dependency `{relation}`"),
            Self::Added(addition) => write!(f, "{addition} may violate it"),
        }
    }
}

/// The conditions that the checks of a model meet by form.
pub fn conditions(model: &Model) -> Conditions {
    let prefixes = prefixes::forms(model);
    let constant = removals::constant(model);
    let additions = additions::analyse(model);
    let of_check = |check: &Check| {
        let parts = all_parts(model, check.tested);
        let negated = check.negated.then_some(Obstacle::Negated);
        CheckConditions {
            not_prefix_closed: negated
                .into_iter()
                .chain(prefixes::obstacles(model, &prefixes, &parts, check.tested))
                .collect(),
            not_extensible: match check.negated {
                true => vec![Obstacle::Negated],
                false => additions::obstacles(model, &additions, check),
            },
            not_monotone: negated
                .into_iter()
                .chain(removals::obstacles(model, &constant, &parts))
                .chain(dependencies(model, &parts).map(Obstacle::Dependency))
                .collect(),
        }
    };
    Conditions { checks: model.checks.iter().map(of_check).collect() }
}

/// The nodes that a node is made of, the bodies of variables included, in order.
pub fn all_parts(model: &Model, node: NodeId) -> Vec<NodeId> {
    let mut roots = vec![node];
    loop {
        let parts = model.parts(roots.iter().copied());
        let bodies = parts.iter().filter_map(|&part| match model.nodes[part].expression {
            Operation::Variable(variable) => Some(model.variables[variable].body),
            _ => None,
        });
        let more: Vec<NodeId> = bodies.filter(|body| parts.binary_search(body).is_err()).collect();
        if more.is_empty() {
            return parts;
        }
        roots.extend(more);
    }
}

/// The dependencies that nodes are made of.
pub fn dependencies<'m>(
    model: &'m Model,
    parts: &'m [NodeId],
) -> impl Iterator<Item = PrimitiveRelation> + 'm {
    parts.iter().filter_map(|&part| match model.nodes[part].expression {
        Operation::Relation(
            relation @ (PrimitiveRelation::AddressDependency
            | PrimitiveRelation::DataDependency
            | PrimitiveRelation::ControlDependency),
        ) => Some(relation),
        _ => None,
    })
}

impl Model {
    /// Whether the axioms give acquire reads and fences a meaning of their own. Then synchronisation
    /// follows the orderings of C11.
    pub fn uses_acquire(&self) -> bool {
        let axioms = self.checks.iter().filter(|check| check.role == Role::Axiom);
        let mut parts = axioms.flat_map(|check| all_parts(self, check.tested));
        parts.any(|part| self.nodes[part].expression == Operation::Set(PrimitiveSet::Acquire))
    }

    /// Whether a check is about sets or relations that are part of the given relation, by form.
    pub fn is_within(&self, node: NodeId, whole: &impl Fn(Operation) -> bool) -> bool {
        let expression = self.nodes[node].expression;
        whole(expression)
            || match expression {
                Operation::Empty => true,
                Operation::Union(a, b) => self.is_within(a, whole) && self.is_within(b, whole),
                Operation::Intersection(a, b) => self.is_within(a, whole) || self.is_within(b, whole),
                Operation::Difference(a, _) => self.is_within(a, whole),
                _ => false,
            }
    }
}
