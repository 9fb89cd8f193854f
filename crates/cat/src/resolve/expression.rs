//! Expressions to nodes.

use std::rc::Rc;

use porf_entity::{Diagnostic, Span};

use super::Resolver;
use super::environment::{Closure, Value};
use crate::ast::{BinaryOperator, Binding, Expression, ExpressionKind, Parameters, PostfixOperator};
use crate::cursor::not_supported;
use crate::error::Error;
use crate::model::{Kind, NodeId, Operation};
use crate::primitive::{PrimitiveRelation, PrimitiveSet};

impl Resolver<'_> {
    pub(super) fn expression(&mut self, expression: &Expression) -> Result<Value, Error> {
        self.deeper(expression.span, |this| this.expression_here(expression))
    }

    fn expression_here(&mut self, expression: &Expression) -> Result<Value, Error> {
        let span = expression.span;
        Ok(match &expression.kind {
            ExpressionKind::Name(name) => self.name(name, span)?,
            ExpressionKind::Tag => {
                let help = "porf's events have no tags; use the sets of docs/models.md";
                return Err(self.error(not_supported(span, "a tag is", help)));
            }
            ExpressionKind::EmptyRelation => Value::Empty(Kind::Relation),
            ExpressionKind::EmptySet => Value::Empty(Kind::Set),
            ExpressionKind::Universe => self.interned(Kind::Set, Operation::Set(PrimitiveSet::Universe)),
            ExpressionKind::Identity(set) => {
                let set = self.node(set, Kind::Set, "`[…]` needs a set")?;
                Value::Node(self.identity(set))
            }
            ExpressionKind::Complement(operand) => self.complement(operand, span)?,
            ExpressionKind::Binary(operator, operands) => self.binary(*operator, operands, span)?,
            ExpressionKind::Postfix(operand, operators) => self.postfix(operand, operators)?,
            ExpressionKind::Application(function, arguments) => self.application(function, arguments)?,
            ExpressionKind::Tuple(elements) => {
                let values: Result<Vec<Value>, Error> =
                    elements.iter().map(|element| self.expression(element)).collect();
                Value::Tuple(values?.into())
            }
            ExpressionKind::Function(function) => Value::Function(Rc::new(Closure {
                function: Rc::clone(function),
                scope: self.scope,
                file: self.current_file(),
            })),
            ExpressionKind::Let { recursive, bindings, body } => {
                let outer = self.scope;
                self.bindings(*recursive, bindings)?;
                let value = self.expression(body)?;
                self.scope = outer;
                value
            }
            ExpressionKind::Try(tried, otherwise) => {
                let (scope, depth, open_files) = (self.scope, self.depth, self.open_files.len());
                let (defining, variables) = (self.defining.clone(), self.nodes.variable_count());
                match self.expression(tried) {
                    Err(error) if error.is_unknown_name() => {
                        self.nodes.abandon(variables);
                        self.defining = defining;
                        self.scope = scope;
                        self.depth = depth;
                        self.open_files.truncate(open_files);
                        self.expression(otherwise)?
                    }
                    result => result?,
                }
            }
            ExpressionKind::If { negated, then, otherwise } => {
                self.expression(if *negated { then } else { otherwise })?
            }
        })
    }

    /// The identity on a set. A read-modify-write is two events here and one event in models that
    /// speak of the set `RMW`, as in `rf ; [RMW] ; rf`. So the identity on read-modify-writes also
    /// leads from the read to the write, if one of the two is in the set.
    fn identity(&mut self, set: NodeId) -> NodeId {
        let relation = Kind::Relation;
        let identity = self.nodes.intern(relation, Operation::Identity(set));
        if !self.is_of_read_modify_writes(set) {
            return identity;
        }
        let rmw = Operation::Relation(PrimitiveRelation::ReadModifyWrite);
        let rmw = self.nodes.intern(relation, rmw);
        if self.nodes.expression(set) == Operation::Set(PrimitiveSet::ReadModifyWrite) {
            return self.nodes.intern(relation, Operation::Union(identity, rmw));
        }
        let from_read = self.nodes.intern(relation, Operation::Sequence(identity, rmw));
        let to_write = self.nodes.intern(relation, Operation::Sequence(rmw, identity));
        let either = self.nodes.intern(relation, Operation::Union(from_read, to_write));
        self.nodes.intern(relation, Operation::Union(identity, either))
    }

    /// Whether all elements of a set are accesses of read-modify-writes, by form.
    fn is_of_read_modify_writes(&self, set: NodeId) -> bool {
        match self.nodes.expression(set) {
            Operation::Set(set) => set == PrimitiveSet::ReadModifyWrite,
            Operation::Intersection(a, b) => {
                self.is_of_read_modify_writes(a) || self.is_of_read_modify_writes(b)
            }
            Operation::Difference(a, _) => self.is_of_read_modify_writes(a),
            Operation::Union(a, b) => self.is_of_read_modify_writes(a) && self.is_of_read_modify_writes(b),
            _ => false,
        }
    }

    /// An intersection of sets, in which `R & W` are the accesses of read-modify-writes, as in models
    /// in which these are one event.
    fn intersection(&mut self, kind: Kind, mut nodes: Vec<NodeId>) -> NodeId {
        let [read, write] = [PrimitiveSet::Read, PrimitiveSet::Write]
            .map(|set| nodes.iter().position(|&it| self.nodes.expression(it) == Operation::Set(set)));
        if let (Some(read), Some(write)) = (read, write) {
            let both = Operation::Set(PrimitiveSet::ReadModifyWrite);
            nodes[read] = self.nodes.intern(Kind::Set, both);
            nodes.remove(write);
        }
        let mut nodes = nodes.into_iter();
        let first = nodes.next().expect("an operator has operands");
        nodes.fold(first, |result, node| self.nodes.intern(kind, Operation::Intersection(result, node)))
    }

    /// Binds the names of a `let`, and returns their values.
    pub(super) fn bindings(
        &mut self,
        recursive: bool,
        bindings: &[Binding],
    ) -> Result<Vec<(String, Value)>, Error> {
        let values = if recursive {
            self.least_solution(bindings)?
        } else {
            let defined = bindings.iter().flat_map(Binding::names).map(|name| name.text.clone()).collect();
            let outer = std::mem::replace(&mut self.defining, defined);
            let mut values = Vec::new();
            for binding in bindings {
                let value = self.expression(&binding.value)?;
                let Parameters(names) = &binding.names;
                let elements = match &value {
                    Value::Tuple(elements) if names.len() != 1 => &elements[..],
                    single => std::slice::from_ref(single),
                };
                if elements.len() != names.len() {
                    let found = self.description(&value);
                    let message = format!("{} names are defined, but this is {found}", names.len());
                    let help = "give as many values as there are names, as in `let (a, b) = (po, rf)`";
                    let diagnostic = Diagnostic::new(binding.value.span, message, found);
                    return Err(self.error(diagnostic.with_help(help)));
                }
                for (name, element) in names.iter().zip(elements) {
                    values.extend(name.as_ref().map(|name| (name.text.clone(), element.clone())));
                }
            }
            self.defining = outer;
            values
        };
        for (name, value) in &values {
            self.bind(name, value.clone());
        }
        Ok(values)
    }

    pub(super) fn interned(&mut self, kind: Kind, operation: Operation) -> Value {
        Value::Node(self.nodes.intern(kind, operation))
    }

    /// The node of an expression of this kind; `need` says who needs the kind.
    pub(super) fn node(&mut self, expression: &Expression, kind: Kind, need: &str) -> Result<NodeId, Error> {
        let value = self.expression(expression)?;
        self.as_kind(&value, kind, need, expression.span)
    }

    /// The node of a value of this kind.
    pub(super) fn as_kind(
        &mut self,
        value: &Value,
        kind: Kind,
        need: &str,
        span: Span,
    ) -> Result<NodeId, Error> {
        match value {
            Value::Node(node) if self.nodes.kind(*node) == kind => Ok(*node),
            Value::Empty(_) => Ok(self.nodes.intern(kind, Operation::Empty)),
            _ => {
                let found = self.description(value);
                let message = format!("{need}, but this is {found}");
                let diagnostic = Diagnostic::new(span, message, found);
                Err(self.error(diagnostic.with_help(advice(found, kind))))
            }
        }
    }

    /// A node of a set or a relation.
    pub(super) fn set_or_relation(&mut self, value: &Value, need: &str, span: Span) -> Result<NodeId, Error> {
        let kind = self.kind(value).unwrap_or(Kind::Relation);
        self.as_kind(value, kind, need, span)
    }

    /// The kind of a set or relation.
    pub(super) fn kind(&self, value: &Value) -> Option<Kind> {
        match value {
            Value::Node(node) => Some(self.nodes.kind(*node)),
            Value::Empty(kind) => Some(*kind),
            _ => None,
        }
    }

    pub(super) fn description(&self, value: &Value) -> &'static str {
        match (value, self.kind(value)) {
            (_, Some(Kind::Set)) => "a set",
            (_, Some(Kind::Relation)) => "a relation",
            (Value::Tuple(_), _) => "a tuple",
            (Value::Procedure(_), _) => "a procedure",
            _ => "a function",
        }
    }

    fn complement(&mut self, operand: &Expression, span: Span) -> Result<Value, Error> {
        let value = self.expression(operand)?;
        let node = self.set_or_relation(&value, "`~` needs a set or a relation", operand.span)?;
        self.require_known(node, span)?;
        Ok(self.interned(self.nodes.kind(node), Operation::Complement(node)))
    }

    /// An error if a node depends on a variable that is being defined.
    fn require_known(&self, node: NodeId, span: Span) -> Result<(), Error> {
        let Some(variable) = self.nodes.open_variable_in(node) else { return Ok(()) };
        let message = format!("`{variable}` is defined by less of itself");
        let label = format!("this has fewer elements if `{variable}` has more");
        let help = "a recursive definition has a least solution only without `~` and `\\` of itself";
        Err(self.error(Diagnostic::new(span, message, label).with_help(help)))
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        operands: &[Expression],
        span: Span,
    ) -> Result<Value, Error> {
        match operator {
            BinaryOperator::Union | BinaryOperator::Intersection | BinaryOperator::Difference => {
                self.of_one_kind(operator, operands)
            }
            BinaryOperator::Sequence => {
                let need = "`;` needs relations";
                let nodes = self.all(operands, Kind::Relation, need)?;
                let sequence = nodes.into_iter().reduce(|first, second| {
                    self.nodes.intern(Kind::Relation, Operation::Sequence(first, second))
                });
                Ok(Value::Node(sequence.expect("an operator has operands")))
            }
            BinaryOperator::Product => {
                let nodes = self.all(operands, Kind::Set, "`*` between two operands needs sets")?;
                let &[from, to] = &nodes[..] else {
                    let message = "a product has two operands";
                    let help = "`S * T` has all pairs of an element of S and an element of T";
                    let diagnostic = Diagnostic::new(span, message, "more than two operands");
                    return Err(self.error(diagnostic.with_help(help)));
                };
                Ok(self.interned(Kind::Relation, Operation::Product(from, to)))
            }
            BinaryOperator::Addition => {
                let help = "porf computes with sets and relations, not with their elements; \
                            the union is `|`";
                Err(self.error(not_supported(span, "`++` is", help)))
            }
        }
    }

    fn all(&mut self, operands: &[Expression], kind: Kind, need: &str) -> Result<Vec<NodeId>, Error> {
        operands.iter().map(|operand| self.node(operand, kind, need)).collect()
    }

    /// `|`, `&` or `\` of sets or of relations.
    fn of_one_kind(&mut self, operator: BinaryOperator, operands: &[Expression]) -> Result<Value, Error> {
        let values: Result<Vec<Value>, Error> =
            operands.iter().map(|operand| self.expression(operand)).collect();
        let values = values?;
        let decisive = values.iter().find(|value| !matches!(value, Value::Empty(_))).unwrap_or(&values[0]);
        let symbol = match operator {
            BinaryOperator::Union => '|',
            BinaryOperator::Intersection => '&',
            _ => '\\',
        };
        let kind = self.kind(decisive);
        let need = match kind {
            Some(Kind::Set) => format!("the other operand of `{symbol}` is a set"),
            Some(Kind::Relation) => format!("the other operand of `{symbol}` is a relation"),
            None => format!("`{symbol}` needs sets or relations"),
        };
        let kind = kind.unwrap_or(Kind::Relation);
        if operator == BinaryOperator::Intersection {
            let mut nodes = Vec::new();
            for (value, operand) in values.iter().zip(operands) {
                nodes.push(self.as_kind(value, kind, &need, operand.span)?);
            }
            return Ok(Value::Node(self.intersection(kind, nodes)));
        }
        let mut result: Option<NodeId> = None;
        for (value, operand) in values.iter().zip(operands) {
            let node = self.as_kind(value, kind, &need, operand.span)?;
            result = Some(match (result, operator) {
                (None, _) => node,
                (Some(result), BinaryOperator::Union) => {
                    self.nodes.intern(kind, Operation::Union(result, node))
                }
                (Some(result), _) => {
                    self.require_known(node, operand.span)?;
                    self.nodes.intern(kind, Operation::Difference(result, node))
                }
            });
        }
        Ok(Value::Node(result.expect("an operator has operands")))
    }

    fn postfix(
        &mut self,
        operand: &Expression,
        operators: &[(PostfixOperator, Span)],
    ) -> Result<Value, Error> {
        let need = match operators[0].0 {
            PostfixOperator::Inverse => "`^-1` needs a relation",
            PostfixOperator::Plus => "`+` needs a relation",
            PostfixOperator::Star => "`*` behind an operand needs a relation",
            PostfixOperator::Optional => "`?` needs a relation",
        };
        let mut node = self.node(operand, Kind::Relation, need)?;
        for &(operator, span) in operators {
            self.step(span)?;
            let operation = match operator {
                PostfixOperator::Inverse => Operation::Inverse(node),
                PostfixOperator::Plus => Operation::Plus(node),
                PostfixOperator::Star => Operation::Star(node),
                PostfixOperator::Optional => Operation::Optional(node),
            };
            node = self.nodes.intern(Kind::Relation, operation);
        }
        Ok(Value::Node(node))
    }
}

/// What to do if a value of another kind is needed.
fn advice(found: &str, needed: Kind) -> &'static str {
    match (found, needed) {
        ("a set", Kind::Relation) => "`[S]` is the identity on a set, and `S * T` the product of two sets",
        ("a relation", Kind::Set) => "`domain(r)` and `range(r)` are the sets of a relation",
        ("a function", _) => "apply the function to its arguments, as in `f(x)`",
        ("a procedure", _) => "a procedure has no value; write `call`",
        _ => "write one set or relation",
    }
}
