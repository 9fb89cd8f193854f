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
    let values = Values::of(model, events, &mut || true).expect("nobody ends this early");
    Evaluation { outcomes: model.checks.iter().map(|check| values.outcome(check)).collect() }
}

/// Whether each of the checks of a model holds of an execution, without reasons. `None` as soon as
/// `go_on` returns `false`. It is asked about once for every pass over all events.
pub fn evaluate_while(model: &Model, events: &Events, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<bool>> {
    let values = Values::of(model, events, go_on)?;
    let holds = |check: &Check| go_on().then(|| values.holds(check));
    model.checks.iter().map(holds).collect()
}

struct Values<'m> {
    model: &'m Model,
    events: &'m Events,
    /// The values of the nodes that are computed.
    nodes: Vec<Option<Relation>>,
    variables: Vec<Relation>,
}

impl<'m> Values<'m> {
    /// The values of all nodes that checks are made of.
    fn of(model: &'m Model, events: &'m Events, go_on: &mut dyn FnMut() -> bool) -> Option<Self> {
        let mut values = Self::new(model, events);
        for group in &model.groups {
            values.solve(group, go_on)?;
        }
        values.compute(model.checks.iter().map(|check| check.tested), go_on)?;
        Some(values)
    }

    fn new(model: &'m Model, events: &'m Events) -> Self {
        Self {
            model,
            events,
            nodes: vec![None; model.nodes.len()],
            variables: (0..model.variables.len()).map(|_| Relation::empty(events.size())).collect(),
        }
    }

    /// Finds the least solution of a group whose earlier groups are solved.
    fn solve(&mut self, group: &[VariableId], go_on: &mut dyn FnMut() -> bool) -> Option<()> {
        let bodies: Vec<NodeId> = group.iter().map(|&variable| self.model.variables[variable].body).collect();
        let known = self.nodes.clone();
        loop {
            self.compute(bodies.iter().copied(), go_on)?;
            let solved = group
                .iter()
                .zip(&bodies)
                .all(|(variable, &body)| self.variables[variable.index()] == *self.value(body));
            if solved {
                return Some(());
            }
            for (variable, &body) in group.iter().zip(&bodies) {
                self.variables[variable.index()] = self.value(body).clone();
            }
            self.nodes.clone_from(&known);
        }
    }

    /// Computes the nodes that are not computed yet.
    fn compute(
        &mut self,
        roots: impl IntoIterator<Item = NodeId>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        for node in self.model.parts(roots) {
            if self.nodes[node.index()].is_none() {
                self.nodes[node.index()] = Some(self.operation(self.model.nodes[node], go_on)?);
            }
        }
        Some(())
    }

    fn value(&self, node: NodeId) -> &Relation {
        self.nodes[node.index()].as_ref().expect("operands are computed first")
    }

    fn operation(&self, node: Node, mut go_on: &mut dyn FnMut() -> bool) -> Option<Relation> {
        let size = self.events.size();
        let all = self.events.set(crate::PrimitiveSet::Universe);
        Some(match node.expression {
            Operation::Set(set) => self.events.set(set).clone(),
            Operation::Function(function) => self.events.calls(function),
            Operation::Relation(relation) => self.events.relation(relation).clone(),
            Operation::Empty => Relation::empty(size),
            Operation::Variable(variable) => self.variables[variable.index()].clone(),
            Operation::Union(a, b) => self.value(a).or(self.value(b)),
            Operation::Intersection(a, b) => self.value(a).and(self.value(b)),
            Operation::Difference(a, b) => self.value(a).minus(self.value(b)),
            Operation::Complement(a) => match node.kind {
                Kind::Set => all.minus(self.value(a)),
                Kind::Relation => {
                    Relation::from_predicate_while(size, |_, _| true, &mut go_on)?.minus(self.value(a))
                }
            },
            Operation::Product(a, b) => {
                let (from, to) = (self.value(a), self.value(b));
                let holds = |a, b| from.contains(a, a) && to.contains(b, b);
                Relation::from_predicate_while(size, holds, &mut go_on)?
            }
            Operation::Identity(a) => self.value(a).clone(),
            Operation::Domain(a) => domain(self.value(a)),
            Operation::Range(a) => domain(&self.value(a).inverse_while(&mut go_on)?),
            Operation::Sequence(a, b) => self.value(a).then_while(self.value(b), &mut go_on)?,
            Operation::Inverse(a) => self.value(a).inverse_while(&mut go_on)?,
            Operation::Plus(a) => self.value(a).plus_while(&mut go_on)?,
            Operation::Star(a) => self.value(a).plus_while(&mut go_on)?.optional(),
            Operation::Optional(a) => self.value(a).optional(),
        })
    }

    /// Whether a check holds.
    fn holds(&self, check: &Check) -> bool {
        let value = self.value(check.tested);
        let passes = match check.test {
            Test::Acyclic => value.is_acyclic(),
            Test::Irreflexive => value.is_irreflexive(),
            Test::Empty => value.is_empty(),
        };
        passes != check.negated
    }

    /// As [`holds`](Self::holds), with the reason if it does not.
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
