//! The variables of a test: their types, from wherever the test gives them, and their initial
//! contents.

use std::collections::HashMap;
use std::ops::Index;

use porf_entity::{Diagnostic, PrimaryMap, Span};
use porf_ir::{Global, GlobalId, Relocation};

use crate::ctype::CType;
use crate::initial::{InitialState, InitialValue, ValueKind};
use crate::observable::ObservableType;

/// A variable that all threads share.
pub(crate) struct GlobalVariable {
    pub(crate) name: String,
    /// The type of its elements, if the test gives it.
    ty: Option<CType>,
    /// The number of elements, if it is an array.
    array: Option<u64>,
    values: Vec<InitialValue>,
}

impl GlobalVariable {
    pub(crate) fn is_array(&self) -> bool {
        self.array.is_some()
    }

    pub(crate) fn length(&self) -> u64 {
        self.array.unwrap_or(1)
    }
}

/// All variables of a test.
pub(crate) struct Globals {
    variables: PrimaryMap<GlobalId, GlobalVariable>,
    by_name: HashMap<String, GlobalId>,
    /// The type of variables whose type the test does not give.
    default: CType,
}

impl Globals {
    /// The variables that the initial state declares or takes the address of.
    pub(crate) fn new(state: &InitialState) -> Result<Self, Diagnostic> {
        let mut globals = Self { variables: PrimaryMap::new(), by_name: HashMap::new(), default: CType::INT };
        for item in &state.variables {
            if globals.get(&item.name).is_some() {
                let message = format!("`{}` is declared twice", item.name);
                return Err(Diagnostic::new(item.span, message, "already declared"));
            }
            let id = globals.require(&item.name);
            let variable = &mut globals.variables[id];
            variable.ty = item.ty;
            variable.array = item.length;
            variable.values = item.values.clone();
        }
        let values = state.variables.iter().flat_map(|item| &item.values);
        for value in values.chain(state.registers.iter().map(|register| &register.value)) {
            globals.require_target(value);
        }
        Ok(globals)
    }

    /// Creates the variable whose address the value is, unless it exists.
    fn require_target(&mut self, value: &InitialValue) {
        if let ValueKind::AddressOf { name, .. } = &value.kind {
            self.require(name);
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<GlobalId> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = GlobalId> + use<> {
        self.variables.ids()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.variables.values().map(|variable| variable.name.as_str())
    }

    /// The variable of this name, which is created if it does not exist yet.
    pub(crate) fn require(&mut self, name: &str) -> GlobalId {
        if let Some(known) = self.get(name) {
            return known;
        }
        let id = self.variables.push(GlobalVariable {
            name: name.to_owned(),
            ty: None,
            array: None,
            values: Vec::new(),
        });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// The same as [`Self::require`], for a use of the variable as one of type `ty`. The first type
    /// that a variable is given is its type. Other types may differ in everything but their size,
    /// since the memory models say nothing of an access to a part of a variable.
    pub(crate) fn require_typed(
        &mut self,
        name: &str,
        ty: CType,
        span: Span,
    ) -> Result<GlobalId, Diagnostic> {
        let id = self.require(name);
        let declared = *self.variables[id].ty.get_or_insert(ty);
        if declared.size() == ty.size() {
            return Ok(id);
        }
        let message = format!("`{name}` is used as `{}` but is `{}`", ty.value_type(), declared.value_type());
        Err(Diagnostic::new(span, message, "the sizes differ")
            .with_help("accesses to parts of variables are not supported: use one type everywhere"))
    }

    /// Gives all variables this type, also those to which the test gives another one.
    pub(crate) fn set_all_types(&mut self, ty: CType) {
        for id in self.variables.ids() {
            self.variables[id].ty = Some(ty);
        }
        self.default = ty;
    }

    pub(crate) fn set_type(&mut self, global: GlobalId, ty: CType) {
        self.variables[global].ty = Some(ty);
    }

    /// The type of the elements of a variable. A variable without a declared type that holds an
    /// address is a pointer.
    pub(crate) fn element_type(&self, global: GlobalId) -> CType {
        let variable = &self.variables[global];
        let holds_address =
            || variable.values.iter().any(|value| matches!(value.kind, ValueKind::AddressOf { .. }));
        variable.ty.unwrap_or_else(|| match CType::INT.pointer_to() {
            Some(pointer) if holds_address() => pointer,
            _ => self.default,
        })
    }

    pub(crate) fn observed_type(&self, global: GlobalId) -> ObservableType {
        self.element_type(global).observed()
    }

    /// The byte offset of an element, which must exist.
    pub(crate) fn element_offset(
        &self,
        global: GlobalId,
        element: u64,
        span: Span,
    ) -> Result<u64, Diagnostic> {
        let variable = &self.variables[global];
        if element >= variable.length() {
            let message = format!("`{}` has no element {element}", variable.name);
            let label = format!("there are {} elements", variable.length());
            return Err(Diagnostic::new(span, message, label));
        }
        Ok(element * u64::from(self.element_type(global).size().bytes()))
    }

    /// The memory of the test.
    pub(crate) fn lower(&self) -> Result<PrimaryMap<GlobalId, Global>, Diagnostic> {
        self.variables
            .ids()
            .map(|id| self.lower_variable(id))
            .collect::<Result<Vec<_>, _>>()
            .map(|globals| globals.into_iter().collect())
    }

    fn lower_variable(&self, id: GlobalId) -> Result<Global, Diagnostic> {
        let variable = &self.variables[id];
        let element = self.element_type(id);
        let bytes = u64::from(element.size().bytes());
        let mut init = Vec::new();
        let mut relocations = Vec::new();
        for (index, value) in (0u64..).zip(&variable.values) {
            let number = match &value.kind {
                ValueKind::Number(number) => *number,
                ValueKind::AddressOf { name, element: 0 } => {
                    if bytes < 8 {
                        let message =
                            format!("`{}` is `{element}`, which cannot hold an address", variable.name);
                        let help =
                            format!("declare it as a pointer, as in `int *{} = &{name};`", variable.name);
                        return Err(Diagnostic::new(value.span, message, "an address").with_help(help));
                    }
                    // `Globals::new` has created all targets.
                    relocations.extend(
                        self.get(name)
                            .map(|global| (index * bytes, Relocation::Global { global, addend: 0 })),
                    );
                    0
                }
                ValueKind::AddressOf { name, .. } => {
                    let message = format!("only the address of `{name}` as a whole can be an initial value");
                    return Err(Diagnostic::new(value.span, message, "address of an element"));
                }
            };
            init.extend_from_slice(&number.to_le_bytes()[..element.size().bytes() as usize]);
        }
        Ok(Global {
            name: variable.name.clone(),
            size: bytes * variable.length(),
            align: bytes,
            init,
            relocations,
            constant: false,
            thread_local: false,
            private: false,
        })
    }
}

impl Index<GlobalId> for Globals {
    type Output = GlobalVariable;
    fn index(&self, id: GlobalId) -> &GlobalVariable {
        &self.variables[id]
    }
}
