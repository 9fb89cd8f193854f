//! The value of a model on one execution, computed in the plainest way.
//!
//! Every node becomes a bit matrix. A set is the identity on its elements, so that union,
//! intersection and difference are the same for sets and relations. A group of variables starts
//! with empty values, and its bodies are computed again until no value changes.
//!
//! Nodes are computed in order, operands first; nothing here recurses.

use porf_entity::{EntityId, Relation};

use crate::ast::{Role, Test};
use crate::events::Events;
use crate::model::{Check, Kind, Model, Node, NodeId, Operation, VariableId};

/// The outcomes of the checks of a model, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// One outcome for each of [`Model::checks`].
    pub outcomes: Vec<Outcome>,
}

/// The outcome of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The check holds.
    Holds,
    /// The check fails. There is a witness unless the check is negated.
    Fails(Option<Witness>),
}

/// The reason why a relation is cyclic, or a set or relation is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// A shortest cycle. Each event is related to the next one, and the last one to the first.
    Cycle(Vec<usize>),
    /// A pair of the relation.
    Pair(usize, usize),
    /// An element of the set.
    Element(usize),
}

impl Evaluation {
    /// Whether all axioms of the model hold.
    pub fn is_consistent(&self, model: &Model) -> bool {
        let mut checks = model.checks.iter().zip(&self.outcomes);
        checks.all(|(check, outcome)| check.role != Role::Axiom || *outcome == Outcome::Holds)
    }

    /// The checks that report this execution: flags that hold, and conditions of defined behaviour
    /// that fail.
    pub fn reports<'m>(&self, model: &'m Model) -> Vec<&'m Check> {
        let checks = model.checks.iter().zip(&self.outcomes);
        let reported = checks.filter(|(check, outcome)| match check.role {
            Role::Axiom => false,
            Role::Flag => **outcome == Outcome::Holds,
            Role::UndefinedUnless => **outcome != Outcome::Holds,
        });
        reported.map(|(check, _)| check).collect()
    }
}

/// The outcomes of the checks of a model on an execution.
pub fn evaluate(model: &Model, events: &Events) -> Evaluation {
    let mut values = Values::new(model, events);
    for group in &model.groups {
        values.solve(group);
    }
    values.compute(model.checks.iter().map(|check| check.tested));
    Evaluation { outcomes: model.checks.iter().map(|check| values.outcome(check)).collect() }
}

struct Values<'m> {
    model: &'m Model,
    events: &'m Events,
    /// The values of the nodes that are computed.
    nodes: Vec<Option<Relation>>,
    variables: Vec<Relation>,
}

impl<'m> Values<'m> {
    fn new(model: &'m Model, events: &'m Events) -> Self {
        Self {
            model,
            events,
            nodes: vec![None; model.nodes.len()],
            variables: vec![Relation::empty(events.size()); model.variables.len()],
        }
    }

    /// Finds the least solution of a group whose earlier groups are solved.
    fn solve(&mut self, group: &[VariableId]) {
        let bodies: Vec<NodeId> = group.iter().map(|&variable| self.model.variables[variable].body).collect();
        let known = self.nodes.clone();
        loop {
            self.compute(bodies.iter().copied());
            let solved = group
                .iter()
                .zip(&bodies)
                .all(|(variable, &body)| self.variables[variable.index()] == *self.value(body));
            if solved {
                break;
            }
            for (variable, &body) in group.iter().zip(&bodies) {
                self.variables[variable.index()] = self.value(body).clone();
            }
            self.nodes.clone_from(&known);
        }
    }

    /// Computes the nodes that are not computed yet.
    fn compute(&mut self, roots: impl IntoIterator<Item = NodeId>) {
        for node in self.model.parts(roots) {
            if self.nodes[node.index()].is_none() {
                self.nodes[node.index()] = Some(self.operation(self.model.nodes[node]));
            }
        }
    }

    fn value(&self, node: NodeId) -> &Relation {
        self.nodes[node.index()].as_ref().expect("operands are computed first")
    }

    fn operation(&self, node: Node) -> Relation {
        let size = self.events.size();
        let all = self.events.set(crate::PrimitiveSet::Universe);
        match node.expression {
            Operation::Set(set) => self.events.set(set).clone(),
            Operation::Relation(relation) => self.events.relation(relation).clone(),
            Operation::Empty => Relation::empty(size),
            Operation::Variable(variable) => self.variables[variable.index()].clone(),
            Operation::Union(a, b) => self.value(a).or(self.value(b)),
            Operation::Intersection(a, b) => self.value(a).and(self.value(b)),
            Operation::Difference(a, b) => self.value(a).minus(self.value(b)),
            Operation::Complement(a) => match node.kind {
                Kind::Set => all.minus(self.value(a)),
                Kind::Relation => Relation::from_predicate(size, |_, _| true).minus(self.value(a)),
            },
            Operation::Product(a, b) => {
                let (from, to) = (self.value(a), self.value(b));
                Relation::from_predicate(size, |a, b| from.contains(a, a) && to.contains(b, b))
            }
            Operation::Identity(a) => self.value(a).clone(),
            Operation::Domain(a) => domain(self.value(a)),
            Operation::Range(a) => domain(&self.value(a).inverse()),
            Operation::Sequence(a, b) => self.value(a).then(self.value(b)),
            Operation::Inverse(a) => self.value(a).inverse(),
            Operation::Plus(a) => self.value(a).plus(),
            Operation::Star(a) => self.value(a).plus().optional(),
            Operation::Optional(a) => self.value(a).optional(),
        }
    }

    fn outcome(&self, check: &Check) -> Outcome {
        let value = self.value(check.tested);
        let witness = match check.test {
            Test::Acyclic => value.shortest_cycle().map(Witness::Cycle),
            Test::Irreflexive => {
                let reflexive = (0..value.size()).find(|&a| value.contains(a, a));
                reflexive.map(|a| Witness::Cycle(vec![a]))
            }
            Test::Empty => first_pair(value).map(|(a, b)| match self.model.nodes[check.tested].kind {
                Kind::Set => Witness::Element(a),
                Kind::Relation => Witness::Pair(a, b),
            }),
        };
        match (witness, check.negated) {
            (None, false) | (Some(_), true) => Outcome::Holds,
            (witness, _) => Outcome::Fails(witness),
        }
    }
}

/// The identity on the elements that are related to any.
fn domain(relation: &Relation) -> Relation {
    Relation::identity_on(relation.size(), |a| relation.successors(a).next().is_some())
}

fn first_pair(relation: &Relation) -> Option<(usize, usize)> {
    (0..relation.size()).find_map(|a| Some((a, relation.successors(a).next()?)))
}
