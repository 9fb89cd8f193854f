//! The meaning of names: a chain of bindings, the latest first.
//!
//! Bindings are never removed, so a function can keep the scope in which it was defined.

use std::cell::Cell;
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
    is_used: Cell<bool>,
}

#[derive(Default)]
pub(super) struct Environment {
    bindings: PrimaryMap<BindingId, Binding>,
}

impl Environment {
    /// The scope that has one binding more.
    pub(super) fn bind(&mut self, scope: Scope, name: &str, value: Value) -> Scope {
        Some(self.bindings.push(Binding {
            name: name.to_owned(),
            value,
            outer: scope,
            is_used: Cell::new(false),
        }))
    }

    /// The value of a name, which is used.
    pub(super) fn lookup(&self, scope: Scope, name: &str) -> Option<Value> {
        let binding = self.chain(scope).find(|binding| binding.name == name)?;
        binding.is_used.set(true);
        Some(binding.value.clone())
    }

    /// The innermost binding of a name, which is not thereby used.
    pub(super) fn binding(&self, scope: Scope, name: &str) -> Scope {
        let mut at = scope;
        while let Some(id) = at.filter(|&id| self.bindings[id].name != name) {
            at = self.bindings[id].outer;
        }
        at
    }

    /// The value of a binding.
    pub(super) fn value(&self, binding: BindingId) -> &Value {
        &self.bindings[binding].value
    }

    /// Whether the name of a binding was used.
    pub(super) fn is_used(&self, binding: BindingId) -> bool {
        self.bindings[binding].is_used.get()
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
