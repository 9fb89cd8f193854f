//! `let rec`: variables, and the kinds of their values.
//!
//! A variable needs a kind before its body has one. So the kind is guessed from the form of the
//! body: an operand whose kind is plain decides, and a relation is assumed where none does. A wrong
//! guess is a mismatch of kinds, which is reported.

use porf_entity::Diagnostic;

use super::Resolver;
use super::environment::{Builtin, Value};
use crate::ast::{BinaryOperator, Binding, Expression, ExpressionKind, Name, Parameters};
use crate::cursor::not_supported;
use crate::error::Error;
use crate::model::Kind;

impl Resolver<'_> {
    /// The values of the names of a `let rec`.
    pub(super) fn least_solution(&mut self, bindings: &[Binding]) -> Result<Vec<(String, Value)>, Error> {
        let outer = self.scope;
        let mut variables = Vec::new();
        for binding in bindings {
            let name = self.variable_name(binding)?;
            let kind = self.guess(&binding.value, bindings).unwrap_or(Kind::Relation);
            let (variable, node) = self.nodes.open(&name.text, kind);
            variables.push((name, kind, variable, node));
        }
        for &(name, _, _, node) in &variables {
            self.bind(&name.text, Value::Node(node));
        }
        let mut bodies = Vec::new();
        for (binding, &(name, kind, variable, _)) in bindings.iter().zip(&variables) {
            let need = match kind {
                Kind::Set => format!("`{}` is used as a set", name.text),
                Kind::Relation => format!("`{}` is used as a relation", name.text),
            };
            let body = self.node(&binding.value, kind, &need)?;
            bodies.push((variable, body));
        }
        for (variable, body) in bodies {
            self.nodes.close(variable, body);
        }
        self.scope = outer;
        let named = |(name, _, _, node): &(&Name, _, _, _)| (name.text.clone(), Value::Node(*node));
        Ok(variables.iter().map(named).collect())
    }

    fn variable_name<'b>(&self, binding: &'b Binding) -> Result<&'b Name, Error> {
        if let ExpressionKind::Function(_) = binding.value.kind {
            let help = "only sets and relations can be defined by recursion";
            return Err(self.error(not_supported(binding.value.span, "a recursive function is", help)));
        }
        let Parameters(names) = &binding.names;
        if names.len() != 1 {
            let help = "define one name at a time, joined by `and`";
            let what = "a recursive definition of several names at once is";
            return Err(self.error(not_supported(binding.value.span, what, help)));
        }
        names[0].as_ref().ok_or_else(|| {
            let message = "a recursive definition needs a name";
            self.error(Diagnostic::new(binding.value.span, message, "no name").with_help("replace `_`"))
        })
    }

    /// The kind that the form of an expression tells.
    fn guess(&self, expression: &Expression, bindings: &[Binding]) -> Option<Kind> {
        let is_recursive =
            |name: &str| bindings.iter().flat_map(Binding::names).any(|other| other.text == name);
        match &expression.kind {
            ExpressionKind::Name(name) if is_recursive(name) => None,
            ExpressionKind::Name(name) => match self.environment.lookup(self.scope, name)? {
                Value::Node(node) => Some(self.nodes.kind(node)),
                _ => None,
            },
            ExpressionKind::Universe => Some(Kind::Set),
            ExpressionKind::Complement(operand) => self.guess(operand, bindings),
            ExpressionKind::Binary(BinaryOperator::Sequence | BinaryOperator::Product, _)
            | ExpressionKind::Postfix(..)
            | ExpressionKind::Identity(_) => Some(Kind::Relation),
            ExpressionKind::Binary(_, operands) => {
                operands.iter().find_map(|operand| self.guess(operand, bindings))
            }
            ExpressionKind::Application(function, _) => {
                match self.environment.lookup(self.scope, &function.text)? {
                    Value::Builtin(Builtin::Domain | Builtin::Range) => Some(Kind::Set),
                    _ => None,
                }
            }
            ExpressionKind::Let { body, .. } => self.guess(body, bindings),
            ExpressionKind::If { negated, then, otherwise } => {
                self.guess(if *negated { then } else { otherwise }, bindings)
            }
            ExpressionKind::EmptySet
            | ExpressionKind::EmptyRelation
            | ExpressionKind::Tag
            | ExpressionKind::Tuple(_)
            | ExpressionKind::Function(_)
            | ExpressionKind::Try(..) => None,
        }
    }
}
