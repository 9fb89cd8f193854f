//! Prefix-closed by form: which nodes keep their pairs when events are added after a porf-prefix.
//!
//! Let E be a set of events that contains the porf-prefixes of its events, and a and b events of E.
//! A node *loses* (*gains*) pairs if (a, b) can be in its value on E and not on a larger set of
//! events, or the other way round. Primitive sets and relations do neither: also coherence between
//! a and b is what it was. A composition `r ; s` may gain pairs, by an event outside E between a and
//! b; but not if that event is porf-before a or b, as in `rf^-1 ; co`. A node is *forward* if it
//! relates events to porf-later ones only, and *backward* if to porf-earlier ones only.
//!
//! A positive test of a node that loses nothing is prefix-closed: what it finds on E is there on all
//! events.
//!
//! The value of a variable is the limit of an iteration that begins with the empty relation, which
//! has all these properties. So variables are assumed to have them, and the assumption is taken back
//! until it agrees with the bodies.

use porf_entity::EntityId;

use super::Obstacle;
use crate::model::{Model, NodeId, Operation};
use crate::primitive::PrimitiveRelation;

/// The properties of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// The node loses no pairs when events are added.
    pub never_loses: bool,
    /// The node gains no pairs between old events when events are added.
    pub never_gains: bool,
    /// The node relates events to porf-later ones, or to themselves.
    pub forward: bool,
    /// The node relates events to porf-earlier ones, or to themselves.
    pub backward: bool,
}

impl Form {
    const ALL: Self = Self { never_loses: true, never_gains: true, forward: true, backward: true };

    /// The value on old events does not depend on the new ones.
    pub fn is_stable(self) -> bool {
        self.never_loses && self.never_gains
    }
}

/// The properties of all nodes of a model.
pub fn forms(model: &Model) -> Vec<Form> {
    let mut variables = vec![Form::ALL; model.variables.len()];
    loop {
        let mut forms: Vec<Form> = Vec::with_capacity(model.nodes.len());
        for node in model.nodes.values() {
            let form = form(node.expression, |id| forms[id.index()], |id| variables[id.index()]);
            forms.push(form);
        }
        let bodies: Vec<Form> =
            model.variables.values().map(|variable| forms[variable.body.index()]).collect();
        if bodies == variables {
            return forms;
        }
        for (assumed, found) in variables.iter_mut().zip(bodies) {
            assumed.never_loses &= found.never_loses;
            assumed.never_gains &= found.never_gains;
            assumed.forward &= found.forward;
            assumed.backward &= found.backward;
        }
    }
}

fn form(
    expression: Operation,
    of: impl Fn(NodeId) -> Form,
    of_variable: impl Fn(crate::model::VariableId) -> Form,
) -> Form {
    let both = |a: NodeId, b: NodeId| {
        let (a, b) = (of(a), of(b));
        Form {
            never_loses: a.never_loses && b.never_loses,
            never_gains: a.never_gains && b.never_gains,
            forward: a.forward && b.forward,
            backward: a.backward && b.backward,
        }
    };
    let neither = Form { forward: false, backward: false, ..Form::ALL };
    match expression {
        Operation::Set(_) | Operation::Function(_) | Operation::Empty => Form::ALL,
        Operation::Relation(relation) => match relation {
            PrimitiveRelation::ProgramOrder
            | PrimitiveRelation::ReadsFrom
            | PrimitiveRelation::ReadModifyWrite
            | PrimitiveRelation::AddressDependency
            | PrimitiveRelation::DataDependency
            | PrimitiveRelation::ControlDependency
            // Happens-before between events is decided within the porf-prefix of the later one.
            | PrimitiveRelation::HappensBefore => Form { backward: false, ..Form::ALL },
            PrimitiveRelation::Coherence | PrimitiveRelation::SameLocation | PrimitiveRelation::Internal => {
                neither
            }
        },
        Operation::Variable(variable) => of_variable(variable),
        Operation::Union(a, b) => both(a, b),
        Operation::Intersection(a, b) => Form {
            forward: of(a).forward || of(b).forward,
            backward: of(a).backward || of(b).backward,
            ..both(a, b)
        },
        Operation::Difference(a, b) => Form {
            never_loses: of(a).never_loses && of(b).never_gains,
            never_gains: of(a).never_gains && of(b).never_loses,
            ..of(a)
        },
        Operation::Complement(a) => {
            Form { never_loses: of(a).never_gains, never_gains: of(a).never_loses, ..neither }
        }
        Operation::Product(a, b) => Form { forward: false, backward: false, ..both(a, b) },
        Operation::Identity(a) => Form { forward: true, backward: true, ..of(a) },
        Operation::Domain(a) => Form {
            never_loses: of(a).never_loses,
            never_gains: of(a).never_gains && of(a).backward,
            ..Form::ALL
        },
        Operation::Range(a) => Form {
            never_loses: of(a).never_loses,
            never_gains: of(a).never_gains && of(a).forward,
            ..Form::ALL
        },
        Operation::Sequence(a, b) => {
            let stays_within = of(a).backward || of(b).forward;
            let form = both(a, b);
            Form { never_gains: form.never_gains && stays_within, ..form }
        }
        Operation::Inverse(a) => Form { forward: of(a).backward, backward: of(a).forward, ..of(a) },
        Operation::Plus(a) | Operation::Star(a) => {
            let stays_within = of(a).backward || of(a).forward;
            Form { never_gains: of(a).never_gains && stays_within, ..of(a) }
        }
        Operation::Optional(a) => of(a),
    }
}

/// The nodes because of which a node, made of these parts, may lose pairs.
pub(super) fn obstacles(model: &Model, forms: &[Form], parts: &[NodeId], tested: NodeId) -> Vec<Obstacle> {
    if forms[tested.index()].never_loses {
        return Vec::new();
    }
    let excluded = parts.iter().filter_map(|&part| match model.nodes[part].expression {
        Operation::Complement(a) | Operation::Difference(_, a) => Some(a),
        _ => None,
    });
    excluded.filter(|node| !forms[node.index()].never_gains).map(Obstacle::Excluded).collect()
}
