//! Several models as one graph of expressions: an expression that two models share is one node and
//! is evaluated once, and a check that two models share tells nothing apart.

use porf_cat::{Kind, Model, NodeId, Operation, PrimitiveRelation, PrimitiveSet, Role, Test};
use porf_entity::EntityId;
use rustc_hash::FxHashMap;

/// The choices of an execution on which the value of a node depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inputs {
    /// The orderings of accesses and fences.
    pub(crate) orderings: bool,
    /// `rf` and `co`.
    pub(crate) communication: bool,
}

/// A node. Its operands are nodes with smaller numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointNode {
    pub(crate) operation: Operation,
    pub(crate) kind: Kind,
    pub(crate) inputs: Inputs,
}

/// A check, of one model or of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JointCheck {
    pub(crate) role: Role,
    pub(crate) test: Test,
    pub(crate) negated: bool,
    pub(crate) tested: usize,
}

/// The models as one graph.
#[derive(Default, Debug)]
pub(crate) struct Joint {
    pub(crate) nodes: Vec<JointNode>,
    /// The bodies of the variables.
    pub(crate) variables: Vec<usize>,
    /// The variables that depend on each other, in the order in which they are solved.
    pub(crate) groups: Vec<Vec<usize>>,
    pub(crate) checks: Vec<JointCheck>,
    /// For each model, the places of its checks in `checks`.
    pub(crate) models: Vec<Vec<usize>>,
}

impl Joint {
    /// The graph of the models.
    pub(crate) fn new(models: &[&Model]) -> Self {
        let mut joint = Self::default();
        let mut interned: FxHashMap<(Operation, Kind), usize> = FxHashMap::default();
        for model in models {
            joint.add(model, &mut interned);
        }
        joint.find_inputs();
        joint
    }

    fn add(&mut self, model: &Model, interned: &mut FxHashMap<(Operation, Kind), usize>) {
        let first_variable = self.variables.len();
        let tested = model.checks.iter().map(|check| check.tested);
        let bodies = model.variables.values().map(|variable| variable.body);
        let mut places: Vec<Option<usize>> = vec![None; model.nodes.len()];
        for id in model.parts(tested.chain(bodies)) {
            let node = model.nodes[id];
            let operation = moved(node.expression, first_variable, |operand| {
                NodeId::from_index(places[operand.index()].expect("operands come first"))
            });
            let place = *interned.entry((operation, node.kind)).or_insert_with(|| {
                let inputs = Inputs { orderings: false, communication: false };
                self.nodes.push(JointNode { operation, kind: node.kind, inputs });
                self.nodes.len() - 1
            });
            places[id.index()] = Some(place);
        }
        let place = |id: NodeId| places[id.index()].expect("the node is a part of the model");
        self.variables.extend(model.variables.values().map(|variable| place(variable.body)));
        self.groups.extend(
            model.groups.iter().map(|group| group.iter().map(|v| first_variable + v.index()).collect()),
        );
        let mut own = Vec::new();
        for check in &model.checks {
            let tested = place(check.tested);
            let check = JointCheck { role: check.role, test: check.test, negated: check.negated, tested };
            let known = self.checks.iter().position(|other| *other == check);
            own.push(known.unwrap_or_else(|| {
                self.checks.push(check);
                self.checks.len() - 1
            }));
        }
        self.models.push(own);
    }

    /// Finds out which choices a node depends on. Variables are taken to depend on all.
    fn find_inputs(&mut self) {
        for index in 0..self.nodes.len() {
            let operation = self.nodes[index].operation;
            let mut inputs = match operation {
                Operation::Set(set) => Inputs { orderings: depends_on_ordering(set), communication: false },
                Operation::Relation(relation) => Inputs {
                    orderings: false,
                    communication: matches!(
                        relation,
                        PrimitiveRelation::ReadsFrom | PrimitiveRelation::Coherence
                    ),
                },
                Operation::Variable(_) => Inputs { orderings: true, communication: true },
                _ => Inputs { orderings: false, communication: false },
            };
            for operand in operation.operands() {
                let of_operand = self.nodes[operand.index()].inputs;
                inputs.orderings |= of_operand.orderings;
                inputs.communication |= of_operand.communication;
            }
            self.nodes[index].inputs = inputs;
        }
    }

    /// Whether a primitive relation occurs.
    pub(crate) fn mentions(&self, relation: PrimitiveRelation) -> bool {
        self.nodes.iter().any(|node| node.operation == Operation::Relation(relation))
    }

    /// Whether a primitive set occurs.
    pub(crate) fn mentions_set(&self, set: PrimitiveSet) -> bool {
        self.nodes.iter().any(|node| node.operation == Operation::Set(set))
    }

    /// The nodes that are sets of events by kind and ordering alone, and that other expressions than
    /// such sets, or checks, use.
    pub(crate) fn classifying_sets(&self) -> Vec<usize> {
        let is_pointwise = self.pointwise();
        let mut used = vec![false; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if !is_pointwise[index] {
                node.operation.operands().for_each(|operand| used[operand.index()] = true);
            }
        }
        self.checks.iter().for_each(|check| used[check.tested] = true);
        self.variables.iter().for_each(|&body| used[body] = true);
        (0..self.nodes.len()).filter(|&index| used[index] && is_pointwise[index]).collect()
    }

    /// For each node, whether it is a set such that an event is an element or not by its kind and
    /// ordering alone.
    fn pointwise(&self) -> Vec<bool> {
        let mut result = Vec::new();
        for node in &self.nodes {
            let operands_are = node.operation.operands().all(|operand| result[operand.index()]);
            result.push(match node.operation {
                Operation::Set(_) | Operation::Empty => node.kind == Kind::Set,
                Operation::Union(..)
                | Operation::Intersection(..)
                | Operation::Difference(..)
                | Operation::Complement(_) => node.kind == Kind::Set && operands_are,
                _ => false,
            });
        }
        result
    }

    /// Whether an event with these primitive sets is an element of each of the nodes, which are
    /// classifying sets.
    pub(crate) fn memberships(&self, nodes: &[usize], sets: &[PrimitiveSet]) -> Vec<bool> {
        let is_pointwise = self.pointwise();
        let mut member = vec![false; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().filter(|(index, _)| is_pointwise[*index]) {
            member[index] = match node.operation {
                Operation::Set(PrimitiveSet::Universe) => true,
                Operation::Set(set) => sets.contains(&set),
                Operation::Union(a, b) => member[a.index()] || member[b.index()],
                Operation::Intersection(a, b) => member[a.index()] && member[b.index()],
                Operation::Difference(a, b) => member[a.index()] && !member[b.index()],
                Operation::Complement(a) => !member[a.index()],
                _ => false,
            };
        }
        nodes.iter().map(|&node| member[node]).collect()
    }
}

/// Whether the elements of a set depend on orderings.
fn depends_on_ordering(set: PrimitiveSet) -> bool {
    use PrimitiveSet as P;
    match set {
        P::Universe | P::Read | P::Write | P::Fence | P::InitialWrite | P::Exclusive | P::Thread => false,
        P::ReadModifyWrite | P::Mfence | P::Sfence | P::Lfence => false,
        P::Atomic | P::NonAtomic | P::Relaxed | P::Acquire | P::Release => true,
        P::AcquireRelease | P::SequentiallyConsistent => true,
    }
}

/// The operation on other operands and variables.
fn moved(operation: Operation, first_variable: usize, place: impl Fn(NodeId) -> NodeId) -> Operation {
    match operation {
        Operation::Variable(variable) => {
            Operation::Variable(EntityId::from_index(first_variable + variable.index()))
        }
        other => other.on(place),
    }
}
