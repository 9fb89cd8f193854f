//! The values of models on an execution of which not everything is chosen yet: for each node the
//! pairs that it has whatever is chosen, and the pairs that it may have.
//!
//! Every operation is monotone in its operands but for complements and the right side of a
//! difference, which swap the two bounds. So bounds of the operands give bounds of the result. If
//! everything is chosen, the two bounds are the same and the value is exact.

use porf_cat::{Kind, Operation, PrimitiveRelation, PrimitiveSet, Test};
use porf_entity::EntityId;

use crate::joint::{Inputs, Joint, JointCheck};
use crate::matrix::Matrix;

/// The pairs that a relation certainly has, and those that it may have.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: Matrix,
    pub(crate) upper: Matrix,
}

impl Bounds {
    pub(crate) fn exact(value: Matrix) -> Self {
        Self { lower: value, upper: value }
    }

    /// Adds a pair for certain.
    pub(crate) fn insert(&mut self, a: usize, b: usize) {
        self.lower.insert(a, b);
        self.upper.insert(a, b);
    }
}

/// The primitive sets and relations of a partly chosen execution.
#[derive(Clone, Debug)]
pub(crate) struct Primitives {
    /// The number of events.
    pub(crate) size: usize,
    /// By place in [`PrimitiveSet::ALL`].
    pub(crate) sets: Vec<Bounds>,
    /// By place in [`PrimitiveRelation::ALL`].
    pub(crate) relations: Vec<Bounds>,
}

/// A property that holds, does not, or may depend on choices that are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    /// Whatever is chosen.
    Yes,
    /// Whatever is chosen.
    No,
    /// It may depend on the choices.
    Open,
}

impl Truth {
    fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Open => Self::Open,
        }
    }
}

/// The values of the nodes of the models. Nodes whose inputs have not changed keep their values.
pub(crate) struct Values<'j> {
    joint: &'j Joint,
    nodes: Vec<Bounds>,
    variables: Vec<Bounds>,
    /// Whether the checks hold, by place in [`Joint::checks`].
    pub(crate) checks: Vec<Truth>,
    /// The nodes by their inputs: on nothing, on orderings, on `rf` and `co`, on both.
    stages: [Vec<usize>; 4],
}

impl<'j> Values<'j> {
    pub(crate) fn new(joint: &'j Joint) -> Self {
        let mut stages = [const { Vec::new() }; 4];
        for (index, node) in joint.nodes.iter().enumerate() {
            let Inputs { orderings, communication } = node.inputs;
            stages[usize::from(orderings) + 2 * usize::from(communication)].push(index);
        }
        Self {
            joint,
            nodes: vec![Bounds::default(); joint.nodes.len()],
            variables: vec![Bounds::default(); joint.variables.len()],
            checks: vec![Truth::Open; joint.checks.len()],
            stages,
        }
    }

    /// Computes the nodes that depend on the events and their order alone.
    pub(crate) fn compute_fixed(&mut self, primitives: &Primitives) {
        self.compute_stage(0, primitives);
    }

    /// Computes the nodes that depend on `rf` and `co`, but not on orderings.
    pub(crate) fn compute_communication(&mut self, primitives: &Primitives) {
        self.compute_stage(2, primitives);
    }

    /// Computes the nodes that depend on orderings.
    pub(crate) fn compute_orderings(&mut self, primitives: &Primitives) {
        self.compute_stage(1, primitives);
        for group in &self.joint.groups {
            self.solve(group, primitives);
        }
        self.compute_stage(3, primitives);
    }

    fn compute_stage(&mut self, stage: usize, primitives: &Primitives) {
        for place in 0..self.stages[stage].len() {
            let index = self.stages[stage][place];
            self.nodes[index] = self.operation(index, primitives);
        }
    }

    /// The least solution of a group of variables, for both bounds at once: within a group no
    /// variable is on the right of a difference or in a complement.
    fn solve(&mut self, group: &[usize], primitives: &Primitives) {
        group.iter().for_each(|&variable| self.variables[variable] = Bounds::default());
        loop {
            self.compute_stage(3, primitives);
            let mut changed = false;
            for &variable in group {
                let value = self.nodes[self.joint.variables[variable]];
                let old = std::mem::replace(&mut self.variables[variable], value);
                changed |= old.lower != value.lower || old.upper != value.upper;
            }
            if !changed {
                return;
            }
        }
    }

    fn operation(&self, index: usize, primitives: &Primitives) -> Bounds {
        let size = primitives.size;
        let node = self.joint.nodes[index];
        let value = |id: porf_cat::NodeId| self.nodes[id.index()];
        let both = |id, apply: fn(Matrix, usize) -> Matrix| {
            let Bounds { lower, upper } = value(id);
            Bounds { lower: apply(lower, size), upper: apply(upper, size) }
        };
        let pair = |a, b, apply: fn(Matrix, &Matrix, usize) -> Matrix| {
            let (a, b) = (value(a), value(b));
            Bounds { lower: apply(a.lower, &b.lower, size), upper: apply(a.upper, &b.upper, size) }
        };
        match node.operation {
            Operation::Set(set) => primitives.sets[set as usize],
            Operation::Relation(relation) => primitives.relations[relation as usize],
            // Memory models are about no library.
            Operation::Function(_) | Operation::Empty => Bounds::default(),
            Operation::Variable(variable) => self.variables[variable.index()],
            Operation::Union(a, b) => pair(a, b, |a, b, _| a.or(b)),
            Operation::Intersection(a, b) => pair(a, b, |a, b, _| a.and(b)),
            Operation::Difference(a, b) => {
                let (a, b) = (value(a), value(b));
                Bounds { lower: a.lower.minus(&b.upper), upper: a.upper.minus(&b.lower) }
            }
            Operation::Complement(a) => {
                let all = match node.kind {
                    Kind::Set => Matrix::identity(size),
                    Kind::Relation => Matrix::full(size),
                };
                let a = value(a);
                Bounds { lower: all.minus(&a.upper), upper: all.minus(&a.lower) }
            }
            Operation::Product(a, b) => pair(a, b, |a, b, _| a.product(b)),
            Operation::Identity(a) => value(a),
            Operation::Domain(a) => both(a, |a, _| a.domain()),
            Operation::Range(a) => both(a, |a, size| a.inverse(size).domain()),
            Operation::Sequence(a, b) => pair(a, b, |a, b, size| a.then(b, size)),
            Operation::Inverse(a) => both(a, |a, size| a.inverse(size)),
            Operation::Plus(a) => both(a, Matrix::plus),
            Operation::Star(a) => both(a, |a, size| a.plus(size).or(&Matrix::identity(size))),
            Operation::Optional(a) => both(a, |a, size| a.or(&Matrix::identity(size))),
        }
    }

    /// Finds out whether the checks hold.
    pub(crate) fn compute_checks(&mut self, size: usize) {
        for (place, check) in self.joint.checks.iter().enumerate() {
            self.checks[place] = self.holds(check, size);
        }
    }

    fn holds(&self, check: &JointCheck, size: usize) -> Truth {
        let Bounds { lower, upper } = self.nodes[check.tested];
        let passes = |value: Matrix| match check.test {
            Test::Acyclic => value.plus(size).is_irreflexive(),
            Test::Irreflexive => value.is_irreflexive(),
            Test::Empty => value.is_empty(),
        };
        let truth = if !passes(lower) {
            Truth::No
        } else if passes(upper) {
            Truth::Yes
        } else {
            Truth::Open
        };
        if check.negated { truth.not() } else { truth }
    }
}

/// The primitive sets and relations as plain events of a model; all orderings must be chosen.
pub(crate) fn plain_events(primitives: &Primitives) -> porf_cat::Events {
    let size = primitives.size;
    let mut events = porf_cat::Events::new(size);
    for &set in PrimitiveSet::ALL {
        let elements = primitives.sets[set as usize].lower;
        (0..size)
            .filter(|&event| elements.contains(event, event))
            .for_each(|event| events.insert(set, event));
    }
    for &relation in PrimitiveRelation::ALL {
        let value = primitives.relations[relation as usize].lower;
        let pairs = porf_entity::Relation::from_predicate(size, |a, b| value.contains(a, b));
        events.relate(relation, pairs);
    }
    events
}
