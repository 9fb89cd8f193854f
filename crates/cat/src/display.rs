//! A model as a text in its own language. Reading the text gives an equivalent model: the same
//! operations and checks, and recursive definitions with the same least solutions.
//!
//! Nodes that a definition names are printed as definitions, all others where they are used. A node
//! whose text would be long gets a name, so that the whole text is about as long as the model is
//! large, and so that printing does not recurse deeply. Within a recursive definition such a node
//! becomes one more equation. Definitions that no check needs are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use porf_entity::EntityId;

use crate::ast::{Role, Test};
use crate::model::{Kind, Model, NodeId, Operation, VariableId};
use crate::primitive::{PrimitiveRelation, PrimitiveSet};

/// The number of operations in one text.
const LONGEST: usize = 40;

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(title) = &self.title {
            writeln!(f, "\"{title}\"")?;
        }
        let mut printer = Printer::new(self);
        for group in &self.groups {
            if group.iter().any(|variable| printer.needed_variables.contains(variable)) {
                printer.group(f, group)?;
            }
        }
        let tested: Vec<NodeId> = self.checks.iter().map(|check| check.tested).collect();
        printer.define(f, &self.parts(tested))?;
        for check in &self.checks {
            let role = match check.role {
                Role::Axiom => "",
                Role::Flag => "flag ",
                Role::UndefinedUnless => "undefined_unless ",
            };
            let negation = if check.negated { "~" } else { "" };
            let test = match check.test {
                Test::Acyclic => "acyclic",
                Test::Irreflexive => "irreflexive",
                Test::Empty => "empty",
            };
            write!(f, "{role}{negation}{test} {}", printer.text(check.tested, &printer.names, Level::Union))?;
            if let Some(name) = &check.name {
                write!(f, " as {name}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The strength with which an operator binds, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Union,
    Sequence,
    Difference,
    Intersection,
    Product,
    Prefix,
    Postfix,
    Atom,
}

impl Level {
    /// The level of an operand that must bind more.
    fn next(self) -> Self {
        match self {
            Self::Union => Self::Sequence,
            Self::Sequence => Self::Difference,
            Self::Difference => Self::Intersection,
            Self::Intersection => Self::Product,
            Self::Product => Self::Prefix,
            Self::Prefix => Self::Postfix,
            Self::Postfix | Self::Atom => Self::Atom,
        }
    }
}

type Names = BTreeMap<NodeId, String>;

struct Printer<'m> {
    model: &'m Model,
    /// The names that are taken.
    taken: BTreeSet<String>,
    /// The names of nodes, outside of recursive definitions.
    names: Names,
    variable_names: Vec<String>,
    needed_variables: BTreeSet<VariableId>,
    /// The nodes whose definitions are printed.
    printed: BTreeSet<NodeId>,
}

impl<'m> Printer<'m> {
    fn new(model: &'m Model) -> Self {
        let sets = PrimitiveSet::ALL.iter().map(ToString::to_string);
        let is_used = |operation| model.nodes.values().any(|node| node.expression == operation);
        let hb = PrimitiveRelation::HappensBefore;
        let relations = PrimitiveRelation::ALL.iter();
        let relations = relations
            .filter(|&&relation| relation != hb || is_used(Operation::Relation(hb)))
            .map(ToString::to_string);
        let functions = ["domain", "range"].map(str::to_owned).into_iter().chain(model.functions.clone());
        let mut printer = Self {
            model,
            taken: sets.chain(relations).chain(functions).collect(),
            names: Names::new(),
            variable_names: Vec::new(),
            needed_variables: BTreeSet::new(),
            printed: BTreeSet::new(),
        };
        let needed = printer.needed_nodes();
        for variable in model.variables.values() {
            let name = printer.unique(&variable.name);
            printer.variable_names.push(name);
        }
        for (name, node) in &model.definitions {
            let is_leaf = model.nodes[*node].expression.operands().next().is_none();
            if needed.contains(node) && !is_leaf && !printer.names.contains_key(node) {
                let name = printer.unique(name);
                printer.names.insert(*node, name);
            }
        }
        let long = printer.long(&needed.into_iter().collect::<Vec<_>>(), &printer.names.clone());
        printer.names.extend(long);
        printer
    }

    /// The nodes that the checks depend on. Collects the variables among them.
    fn needed_nodes(&mut self) -> BTreeSet<NodeId> {
        let mut needed = BTreeSet::new();
        let mut roots: Vec<NodeId> = self.model.checks.iter().map(|check| check.tested).collect();
        while !roots.is_empty() {
            for node in self.model.parts(std::mem::take(&mut roots)) {
                needed.insert(node);
                if let Operation::Variable(variable) = self.model.nodes[node].expression
                    && self.needed_variables.insert(variable)
                {
                    roots.push(self.model.variables[variable].body);
                }
            }
        }
        needed
    }

    /// A name that is not taken, like this one.
    fn unique(&mut self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{}-{number}", name.trim_end_matches('\'')));
        let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
        let free = candidates.find(|candidate| !self.taken.contains(candidate)).expect("numbers do not end");
        self.taken.insert(free.clone());
        free
    }

    /// New names for those of the nodes, given in order, whose text would be too long.
    fn long(&mut self, nodes: &[NodeId], names: &Names) -> Names {
        let mut lengths: BTreeMap<NodeId, usize> = BTreeMap::new();
        let mut long = Names::new();
        for &node in nodes {
            let operands = self.model.nodes[node].expression.operands();
            let length_of = |operand: NodeId| match names.contains_key(&operand) {
                true => 1,
                false => lengths.get(&operand).copied().unwrap_or(1),
            };
            let mut length = 1 + operands.map(length_of).sum::<usize>();
            if length > LONGEST && !names.contains_key(&node) {
                long.insert(node, self.unique("part"));
                length = 1;
            }
            lengths.insert(node, length);
        }
        long
    }

    /// Prints definitions of the named ones of these nodes, which are given in order.
    fn define(&mut self, f: &mut fmt::Formatter<'_>, nodes: &[NodeId]) -> fmt::Result {
        for &node in nodes {
            if self.names.contains_key(&node) && self.printed.insert(node) {
                writeln!(f, "let {} = {}", self.names[&node], self.defining_text(node, &self.names))?;
            }
        }
        Ok(())
    }

    /// Prints the recursive definition of a group of variables.
    fn group(&mut self, f: &mut fmt::Formatter<'_>, group: &[VariableId]) -> fmt::Result {
        let bodies: Vec<NodeId> = group.iter().map(|&variable| self.model.variables[variable].body).collect();
        let parts = self.model.parts(bodies.iter().copied());
        let mut open: BTreeSet<NodeId> = BTreeSet::new();
        for &node in &parts {
            let expression = self.model.nodes[node].expression;
            let is_variable =
                matches!(expression, Operation::Variable(variable) if group.contains(&variable));
            if is_variable || expression.operands().any(|operand| open.contains(&operand)) {
                open.insert(node);
            }
        }
        let (open_parts, known): (Vec<NodeId>, Vec<NodeId>) =
            parts.into_iter().partition(|node| open.contains(node));
        self.define(f, &known)?;

        // A definition of the rest of the model has no name in here if it needs the variables.
        let mut names: Names = self
            .names
            .iter()
            .filter(|(node, _)| !open.contains(node))
            .map(|(n, t)| (*n, t.clone()))
            .collect();
        // A body that is also a part of another body is printed as its variable.
        for (variable, &body) in group.iter().zip(&bodies) {
            if self.model.nodes[body].expression.operands().next().is_some() {
                names.entry(body).or_insert_with(|| self.variable_names[variable.index()].clone());
            }
        }
        let long = self.long(&open_parts, &names);
        names.extend(long.clone());
        let equations = group.iter().zip(bodies).map(|(variable, body)| {
            (&self.variable_names[variable.index()], self.defining_text(body, &names))
        });
        let more = long.iter().map(|(&node, name)| (name, self.defining_text(node, &names)));
        for (number, (name, text)) in equations.chain(more).enumerate() {
            writeln!(f, "{} {name} = {text}", if number == 0 { "let rec" } else { "and" })?;
        }
        Ok(())
    }

    /// The text of a node that has a name.
    fn defining_text(&self, node: NodeId, names: &Names) -> String {
        self.operation(node, names).1
    }

    /// The text of a node as an operand that must bind this much.
    fn text(&self, node: NodeId, names: &Names, level: Level) -> String {
        if let Some(name) = names.get(&node) {
            return name.clone();
        }
        let (own_level, text) = self.operation(node, names);
        if own_level < level { format!("({text})") } else { text }
    }

    fn operation(&self, node: NodeId, names: &Names) -> (Level, String) {
        let node = self.model.nodes[node];
        let infix = |level: Level, symbol: &str, a, b| {
            let (left, right) = (self.text(a, names, level), self.text(b, names, level.next()));
            (level, format!("{left} {symbol} {right}"))
        };
        let postfix =
            |a, symbol: &str| (Level::Postfix, format!("{}{symbol}", self.text(a, names, Level::Postfix)));
        let enclosed = |open: &str, a, close: &str| {
            (Level::Atom, format!("{open}{}{close}", self.text(a, names, Level::Union)))
        };
        match node.expression {
            Operation::Set(set) => (Level::Atom, set.to_string()),
            Operation::Relation(relation) => (Level::Atom, relation.to_string()),
            Operation::Function(function) => (Level::Atom, self.model.functions[function as usize].clone()),
            Operation::Empty => (Level::Atom, if node.kind == Kind::Set { "{}" } else { "0" }.to_owned()),
            Operation::Variable(variable) => (Level::Atom, self.variable_names[variable.index()].clone()),
            Operation::Union(a, b) => infix(Level::Union, "|", a, b),
            Operation::Sequence(a, b) => infix(Level::Sequence, ";", a, b),
            Operation::Difference(a, b) => infix(Level::Difference, "\\", a, b),
            Operation::Intersection(a, b) => infix(Level::Intersection, "&", a, b),
            Operation::Product(a, b) => {
                let (from, to) = (self.text(a, names, Level::Prefix), self.text(b, names, Level::Prefix));
                (Level::Product, format!("{from} * {to}"))
            }
            Operation::Complement(a) => (Level::Prefix, format!("~{}", self.text(a, names, Level::Prefix))),
            Operation::Identity(a) => enclosed("[", a, "]"),
            Operation::Domain(a) => enclosed("domain(", a, ")"),
            Operation::Range(a) => enclosed("range(", a, ")"),
            Operation::Inverse(a) => postfix(a, "^-1"),
            Operation::Plus(a) => postfix(a, "+"),
            Operation::Star(a) => postfix(a, "*"),
            Operation::Optional(a) => postfix(a, "?"),
        }
    }
}
