//! The meaning of names: a chain of bindings, the latest first.
//!
//! Bindings are never removed, so a function can keep the scope in which it was defined.

use std::rc::Rc;

use porf_entity::{PrimaryMap, entity_id};

use super::FileId;
use crate::ast::{FunctionExpression, ProcedureDefinition};
use crate::model::{Kind, NodeId};

entity_id! {
    /// A binding of a name.
    pub(super) struct BindingId, "b"
}

/// The innermost binding of a scope; `None` if nothing is bound.
pub(super) type Scope = Option<BindingId>;

/// The value of an expression.
#[derive(Clone)]
pub(super) enum Value {
    Node(NodeId),
    /// The empty set or relation: of this kind where nothing else decides.
    Empty(Kind),
    Tuple(Rc<[Value]>),
    Function(Rc<Closure>),
    Builtin(Builtin),
    Procedure(Rc<Procedure>),
}

/// A function and the place of its definition.
pub(super) struct Closure {
    pub(super) function: Rc<FunctionExpression>,
    pub(super) scope: Scope,
    pub(super) file: FileId,
}

/// A procedure and the place of its definition.
pub(super) struct Procedure {
    pub(super) definition: Rc<ProcedureDefinition>,
    pub(super) scope: Scope,
    pub(super) file: FileId,
}

/// A function that cannot be written in the language.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Builtin {
    Domain,
    Range,
}

struct Binding {
    name: String,
    value: Value,
    outer: Scope,
}

#[derive(Default)]
pub(super) struct Environment {
    bindings: PrimaryMap<BindingId, Binding>,
}

impl Environment {
    /// The scope that has one binding more.
    pub(super) fn bind(&mut self, scope: Scope, name: &str, value: Value) -> Scope {
        Some(self.bindings.push(Binding { name: name.to_owned(), value, outer: scope }))
    }

    /// The value of a name.
    pub(super) fn lookup(&self, scope: Scope, name: &str) -> Option<Value> {
        self.chain(scope).find(|binding| binding.name == name).map(|binding| binding.value.clone())
    }

    /// All names of a scope.
    pub(super) fn names(&self, scope: Scope) -> impl Iterator<Item = &str> {
        self.chain(scope).map(|binding| binding.name.as_str())
    }

    fn chain(&self, scope: Scope) -> impl Iterator<Item = &Binding> {
        let binding = |id: BindingId| &self.bindings[id];
        std::iter::successors(scope.map(binding), move |inner| inner.outer.map(binding))
    }
}
