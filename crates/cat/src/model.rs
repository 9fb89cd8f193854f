//! Flat models: functions, procedures and included files are inlined, and what is left is a graph
//! of expressions over the primitive sets and relations, and a list of checks.
//!
//! Nodes are hash-consed: equal expressions are one node, whoever wrote them. So `rf^-1;co` in a
//! model is the `fr` of the prelude. The operands of a node come before it.
//!
//! A `let rec` defines variables. The values of the variables of a model are the least solution of
//! the equations *variable = body*. Groups of variables that depend on each other are solved
//! together, one group after the other. Within a group no variable is used in a complement or on
//! the right of a difference, so each group has a least solution, which iteration from the empty
//! relation finds. A `let rec` inside of another becomes part of the same group where the two depend
//! on each other: a least fixpoint in a least fixpoint of monotone functions is the least fixpoint
//! of both (Bekić's lemma).

use porf_entity::{EntityId, PrimaryMap, Relation, SourcePosition, entity_id};
use rustc_hash::FxHashMap;

use crate::ast::{Role, Test};
use crate::conditions::all_parts;
use crate::primitive::{PrimitiveRelation, PrimitiveSet};

entity_id! {
    /// A set or relation of a model.
    pub struct NodeId, "n"
}

entity_id! {
    /// A variable of a model, which a `let rec` defines.
    pub struct VariableId, "v"
}

/// A memory model.
#[derive(Clone, Debug)]
pub struct Model {
    /// The title of its file.
    pub title: Option<String>,
    /// The names of the files that it was read from.
    pub files: Vec<String>,
    /// The functions of the library that the model is about.
    pub functions: Vec<String>,
    /// The sets and relations; operands come first.
    pub nodes: PrimaryMap<NodeId, Node>,
    /// The variables of recursive definitions.
    pub variables: PrimaryMap<VariableId, Variable>,
    /// The variables that depend on each other, in an order in which each group depends on itself
    /// and on earlier groups only.
    pub groups: Vec<Vec<VariableId>>,
    /// The names of sets and relations, in the order of definition; the prelude's come first.
    pub definitions: Vec<(String, NodeId)>,
    /// The checks, in the order of the text.
    pub checks: Vec<Check>,
    /// Remarks on definitions of the user's files.
    pub remarks: Vec<Remark>,
}

/// Sets and relations are the two kinds of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A set of events.
    Set,
    /// A relation between events.
    Relation,
}

/// A set or a relation, and its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The expression.
    pub expression: Operation,
    /// The kind of its value.
    pub kind: Kind,
}

/// An expression whose operands are nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// A primitive set.
    Set(PrimitiveSet),
    /// A primitive relation.
    Relation(PrimitiveRelation),
    /// The calls of a function of a library: its place among [`Model::functions`].
    Function(u32),
    /// Nothing.
    Empty,
    /// The value of a variable.
    Variable(VariableId),
    /// `a | b`
    Union(NodeId, NodeId),
    /// `a & b`
    Intersection(NodeId, NodeId),
    /// `a \ b`
    Difference(NodeId, NodeId),
    /// `~a`
    Complement(NodeId),
    /// `S * T`
    Product(NodeId, NodeId),
    /// `[S]`
    Identity(NodeId),
    /// `domain(r)`
    Domain(NodeId),
    /// `range(r)`
    Range(NodeId),
    /// `r ; s`
    Sequence(NodeId, NodeId),
    /// `r^-1`
    Inverse(NodeId),
    /// `r+`
    Plus(NodeId),
    /// `r*`
    Star(NodeId),
    /// `r?`
    Optional(NodeId),
}

impl Operation {
    /// The nodes that the operation is applied to.
    pub fn operands(self) -> impl Iterator<Item = NodeId> {
        let (first, second) = match self {
            Self::Set(_) | Self::Relation(_) | Self::Function(_) | Self::Empty | Self::Variable(_) => {
                (None, None)
            }
            Self::Union(a, b)
            | Self::Intersection(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Sequence(a, b) => (Some(a), Some(b)),
            Self::Complement(a)
            | Self::Identity(a)
            | Self::Domain(a)
            | Self::Range(a)
            | Self::Inverse(a)
            | Self::Plus(a)
            | Self::Star(a)
            | Self::Optional(a) => (Some(a), None),
        };
        first.into_iter().chain(second)
    }

    /// The operation on other operands.
    #[must_use]
    pub fn on(self, place: impl Fn(NodeId) -> NodeId) -> Self {
        match self {
            Self::Set(_) | Self::Relation(_) | Self::Function(_) | Self::Empty | Self::Variable(_) => self,
            Self::Union(a, b) => Self::Union(place(a), place(b)),
            Self::Intersection(a, b) => Self::Intersection(place(a), place(b)),
            Self::Difference(a, b) => Self::Difference(place(a), place(b)),
            Self::Complement(a) => Self::Complement(place(a)),
            Self::Product(a, b) => Self::Product(place(a), place(b)),
            Self::Identity(a) => Self::Identity(place(a)),
            Self::Domain(a) => Self::Domain(place(a)),
            Self::Range(a) => Self::Range(place(a)),
            Self::Sequence(a, b) => Self::Sequence(place(a), place(b)),
            Self::Inverse(a) => Self::Inverse(place(a)),
            Self::Plus(a) => Self::Plus(place(a)),
            Self::Star(a) => Self::Star(place(a)),
            Self::Optional(a) => Self::Optional(place(a)),
        }
    }
}

/// A remark on a definition that is no mistake.
#[derive(Clone, Debug)]
pub struct Remark {
    /// The remark, a sentence without a full stop.
    pub text: String,
    /// The place of the definition; its file is an index of [`Model::files`].
    pub position: SourcePosition,
}

/// A variable that a `let rec` defines.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name in the text.
    pub name: String,
    /// Its value, in terms of all variables.
    pub body: NodeId,
}

/// A property that a model demands of executions.
#[derive(Clone, Debug)]
pub struct Check {
    /// The consequence of the check.
    pub role: Role,
    /// The property of the node.
    pub test: Test,
    /// Whether the node must not have the property.
    pub negated: bool,
    /// The set or relation that is tested.
    pub tested: NodeId,
    /// The name behind `as`.
    pub name: Option<String>,
    /// The place of the check; its file is an index of [`Model::files`].
    pub position: SourcePosition,
}

impl Model {
    /// Whether a check is about calls of a function, or about happens-before of the whole execution.
    pub fn looks_around(&self) -> bool {
        let mut parts = self.checks.iter().flat_map(|check| all_parts(self, check.tested));
        parts.any(|part| match self.nodes[part].expression {
            Operation::Function(_) => true,
            expression => expression == Operation::Relation(PrimitiveRelation::HappensBefore),
        })
    }

    /// The model with primitive sets and relations replaced: those for which there is another node.
    pub(crate) fn with_primitives(&self, replaced: impl Fn(Operation, &mut Nodes) -> Option<NodeId>) -> Self {
        let mut nodes = Nodes::default();
        let mut kinds = vec![Kind::Relation; self.variables.len()];
        for node in self.nodes.values() {
            if let Operation::Variable(variable) = node.expression {
                kinds[variable.index()] = node.kind;
            }
        }
        for (variable, kind) in self.variables.values().zip(kinds) {
            nodes.open(&variable.name, kind);
        }
        let mut places: Vec<NodeId> = Vec::new();
        for node in self.nodes.values() {
            let place = replaced(node.expression, &mut nodes);
            let same = node.expression.on(|operand| places[operand.index()]);
            places.push(place.unwrap_or_else(|| nodes.intern(node.kind, same)));
        }
        let place = |node: NodeId| places[node.index()];
        for (id, variable) in self.variables.iter() {
            nodes.close(id, place(variable.body));
        }
        let check = |check: &Check| Check { tested: place(check.tested), ..check.clone() };
        Self {
            title: self.title.clone(),
            files: self.files.clone(),
            definitions: self.definitions.iter().map(|(name, node)| (name.clone(), place(*node))).collect(),
            checks: self.checks.iter().map(check).collect(),
            remarks: self.remarks.clone(),
            ..nodes.finish()
        }
    }

    /// The nodes that the given ones are made of, in order, without the bodies of variables.
    pub fn parts(&self, roots: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
        parts(&self.nodes, roots)
    }
}

/// The nodes that the roots are made of, in order, without the bodies of variables.
pub(crate) fn parts(
    nodes: &PrimaryMap<NodeId, Node>,
    roots: impl IntoIterator<Item = NodeId>,
) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    let mut seen = vec![false; nodes.len()];
    let mut pending: Vec<NodeId> = roots.into_iter().collect();
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut seen[node.index()], true) {
            found.push(node);
            pending.extend(nodes[node].expression.operands());
        }
    }
    found.sort_unstable();
    found
}

/// The nodes and variables of a model under construction.
#[derive(Default)]
pub(crate) struct Nodes {
    nodes: PrimaryMap<NodeId, Node>,
    ids: FxHashMap<Node, NodeId>,
    variables: PrimaryMap<VariableId, OpenVariable>,
}

/// A variable whose body may not be known yet.
struct OpenVariable {
    name: String,
    body: Option<NodeId>,
}

impl Nodes {
    /// The node of an expression. An expression that is empty, or the same as an operand, because
    /// an operand is empty has the node of that. So the empty sets of the prelude leave no trace.
    pub(crate) fn intern(&mut self, kind: Kind, expression: Operation) -> NodeId {
        let is_empty = |node: NodeId| self.nodes[node].expression == Operation::Empty;
        let expression = match expression {
            Operation::Union(a, b) if is_empty(b) || a == b => return a,
            Operation::Union(a, b) if is_empty(a) => return b,
            Operation::Difference(a, b) if is_empty(b) => return a,
            Operation::Intersection(a, b) if a == b => return a,
            Operation::Intersection(a, b) | Operation::Product(a, b) | Operation::Sequence(a, b)
                if is_empty(a) || is_empty(b) =>
            {
                Operation::Empty
            }
            Operation::Difference(a, _)
            | Operation::Identity(a)
            | Operation::Domain(a)
            | Operation::Range(a)
            | Operation::Inverse(a)
            | Operation::Plus(a)
                if is_empty(a) =>
            {
                Operation::Empty
            }
            other => other,
        };
        let node = Node { expression, kind };
        *self.ids.entry(node).or_insert_with(|| self.nodes.push(node))
    }

    /// The expression of a node.
    pub(crate) fn expression(&self, node: NodeId) -> Operation {
        self.nodes[node].expression
    }

    pub(crate) fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node].kind
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A new variable, without a body.
    pub(crate) fn open(&mut self, name: &str, kind: Kind) -> (VariableId, NodeId) {
        let variable = self.variables.push(OpenVariable { name: name.to_owned(), body: None });
        (variable, self.intern(kind, Operation::Variable(variable)))
    }

    pub(crate) fn close(&mut self, variable: VariableId, body: NodeId) {
        self.variables[variable].body = Some(body);
    }

    /// The number of variables.
    pub(crate) fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// Gives the variables from this number on that have no body, and that nothing uses, an empty one.
    pub(crate) fn abandon(&mut self, from: usize) {
        let nothing = self.intern(Kind::Relation, Operation::Empty);
        let abandoned: Vec<VariableId> = self.variables.ids().skip(from).collect();
        for variable in abandoned {
            self.variables[variable].body.get_or_insert(nothing);
        }
    }

    /// The name of a variable without a body that a node depends on, if there is one.
    pub(crate) fn open_variable_in(&self, node: NodeId) -> Option<&str> {
        if self.variables.values().all(|variable| variable.body.is_some()) {
            return None;
        }
        let mut seen = vec![false; self.variables.len()];
        let mut roots = vec![node];
        while !roots.is_empty() {
            let parts = parts(&self.nodes, std::mem::take(&mut roots));
            for variable in parts.into_iter().filter_map(|part| self.variable(part)) {
                if std::mem::replace(&mut seen[variable.index()], true) {
                    continue;
                }
                let OpenVariable { name, body } = &self.variables[variable];
                roots.push(match body {
                    Some(body) => *body,
                    None => return Some(name),
                });
            }
        }
        None
    }

    fn variable(&self, node: NodeId) -> Option<VariableId> {
        match self.nodes[node].expression {
            Operation::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// The model of the nodes, without definitions and checks. Every variable must have its body.
    pub(crate) fn finish(self) -> Model {
        let groups = self.groups();
        let closed = |OpenVariable { name, body }: &OpenVariable| Variable {
            name: name.clone(),
            body: body.expect("recursive definitions have ended"),
        };
        Model {
            variables: self.variables.values().map(closed).collect(),
            nodes: self.nodes,
            groups,
            title: None,
            files: Vec::new(),
            functions: Vec::new(),
            definitions: Vec::new(),
            checks: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The strongly connected components of the variables, those that others depend on first.
    fn groups(&self) -> Vec<Vec<VariableId>> {
        let mut uses = Relation::empty(self.variables.len());
        for (variable, OpenVariable { body, .. }) in self.variables.iter() {
            for part in parts(&self.nodes, *body) {
                if let Some(used) = self.variable(part) {
                    uses.insert(variable.index(), used.index());
                }
            }
        }
        let uses = uses.plus();
        let together = |a: VariableId, b: VariableId| {
            a == b || uses.contains(a.index(), b.index()) && uses.contains(b.index(), a.index())
        };
        let mut groups: Vec<Vec<VariableId>> = Vec::new();
        for variable in self.variables.ids() {
            match groups.iter_mut().find(|group| together(group[0], variable)) {
                Some(group) => group.push(variable),
                None => groups.push(vec![variable]),
            }
        }
        // A variable depends on more variables than those that it depends on, itself included.
        let depends_on = uses.optional();
        groups.sort_by_key(|group| depends_on.successors(group[0].index()).count());
        groups
    }
}
