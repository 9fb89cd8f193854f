//! The C dialect: thread functions with C11 atomics.
//!
//! A parameter `atomic_int *x` of a thread is a pointer to the variable `x` of the test, unless the
//! initial state gives it another value. Its type says how `*x` is accessed: non-atomically, or
//! sequentially consistently if it is atomic, as in C.

mod ast;
mod atomic;
mod expression;
mod lower;
mod parse;
mod place;
mod value;

use porf_entity::{Diagnostic, EntityId, PrimaryMap};
use porf_ir::{Argument, FunctionBuilder};

use crate::cursor::Cursor;
use crate::globals::Globals;
use crate::initial::{InitialState, RegisterItem, ValueKind};
use crate::lowered::{LoweredThread, Lowering};
use crate::observable::{Register, ThreadNames};
use ast::{LocalId, Thread};
use lower::ThreadLowering;
use value::Typed;

/// The threads of a test in C.
pub(crate) struct Program {
    threads: Vec<Thread>,
    /// For each thread, its variables by name, in order of declaration. Where a declaration hides
    /// another of the same name, the last one is observed.
    by_name: Vec<Vec<LocalId>>,
}

impl Program {
    /// Parses the threads, and creates the variables that they take as parameters.
    pub(crate) fn parse(
        cursor: &mut Cursor<'_>,
        state: &InitialState,
        globals: &mut Globals,
    ) -> Result<Self, Diagnostic> {
        let threads = parse::parse_threads(cursor)?;
        for thread in &threads {
            for id in thread.locals.ids().take(thread.parameters) {
                let local = &thread.locals[id];
                let Some(pointee) = local.ty.pointee() else { continue };
                match initial_value(state, thread, id).map(|item| &item.value.kind) {
                    None => {
                        globals.require_typed(&local.name, pointee, local.span)?;
                    }
                    Some(ValueKind::AddressOf { name, .. }) => {
                        globals.require_typed(name, pointee, local.span)?;
                    }
                    Some(ValueKind::Number(_)) => {}
                }
            }
        }
        let by_name = threads.iter().map(variables_by_name).collect();
        Ok(Self { threads, by_name })
    }

    pub(crate) fn names(&self) -> ThreadNames {
        let registers = |(thread, by_name): (&Thread, &Vec<LocalId>)| {
            let register = |&id: &LocalId| {
                let local = &thread.locals[id];
                let shown_by_default = id.index() >= thread.parameters;
                Register { name: local.name.clone(), ty: local.ty.observed(), shown_by_default }
            };
            by_name.iter().map(register).collect()
        };
        ThreadNames {
            numbers: self.threads.iter().map(|thread| thread.number).collect(),
            registers: self.threads.iter().zip(&self.by_name).map(registers).collect(),
            ignore_case: false,
        }
    }

    /// The function of the thread at `index`, which returns the observed registers.
    pub(crate) fn lower(
        &self,
        index: usize,
        observed: &[usize],
        context: &Lowering<'_>,
    ) -> Result<LoweredThread, Diagnostic> {
        let thread = &self.threads[index];
        let observed: Vec<LocalId> = observed.iter().map(|&register| self.by_name[index][register]).collect();
        let lowered = |&id: &LocalId| thread.locals[id].ty.lowered();
        let parameters: Vec<LocalId> = thread.locals.ids().take(thread.parameters).collect();
        let parameter_types: Vec<_> = parameters.iter().map(lowered).collect();
        let returns: Vec<_> = observed.iter().map(lowered).collect();
        let name = format!("P{}", thread.number);
        let mut builder = FunctionBuilder::new(name.clone(), &parameter_types, &returns);
        let variables: PrimaryMap<LocalId, _> =
            thread.locals.values().map(|local| builder.declare_variable(local.ty.lowered())).collect();
        for (&id, value) in parameters.iter().zip(builder.params().to_vec()) {
            builder.define_variable(variables[id], value);
        }
        let mut lowering = ThreadLowering::new(builder, thread, variables, observed, context);
        for id in thread.locals.ids().skip(thread.parameters) {
            if let Some(item) = initial_value(context.state, thread, id) {
                lowering.initialize(id, item)?;
            }
        }
        let arguments = parameters.iter().map(|&id| argument(thread, id, context));
        let arguments = arguments.collect::<Result<_, _>>()?;
        Ok(LoweredThread { name, function: lowering.finish()?, arguments })
    }
}

impl ThreadLowering<'_> {
    /// Gives a local variable the value from the initial state.
    fn initialize(&mut self, id: LocalId, item: &RegisterItem) -> Result<(), Diagnostic> {
        self.set_position(item.span);
        let value = match &item.value.kind {
            ValueKind::Number(number) => self.constant(*number),
            ValueKind::AddressOf { name, element } => {
                let globals = self.context.globals;
                let global = globals.get(name).expect("variables of the initial state exist");
                let offset = globals.element_offset(global, *element, item.value.span)?;
                let address = self.builder.global_address(global);
                let offset = self.builder.constant(porf_ir::Type::I64, offset);
                let ty = globals.element_type(global).pointer_to().unwrap_or(self.local_type(id));
                Typed { value: self.builder.ptr_add(address, offset), ty }
            }
        };
        let converted = self.convert(value, self.local_type(id), item.value.span)?;
        self.define(id, converted);
        Ok(())
    }
}

/// The names of a thread's variables in order of declaration, each with the last variable of that
/// name.
fn variables_by_name(thread: &Thread) -> Vec<LocalId> {
    let mut by_name: Vec<LocalId> = Vec::new();
    for (id, local) in thread.locals.iter() {
        match by_name.iter_mut().find(|known| thread.locals[**known].name == local.name) {
            Some(known) => *known = id,
            None => by_name.push(id),
        }
    }
    by_name
}

/// The value of a local variable in the initial state.
fn initial_value<'a>(state: &'a InitialState, thread: &Thread, id: LocalId) -> Option<&'a RegisterItem> {
    let name = &thread.locals[id].name;
    state.registers.iter().find(|item| item.thread == thread.number && item.name == *name)
}

/// The argument of a thread for a parameter.
fn argument(thread: &Thread, id: LocalId, context: &Lowering<'_>) -> Result<Argument, Diagnostic> {
    let local = &thread.locals[id];
    let Some(item) = initial_value(context.state, thread, id) else {
        let global = local.ty.pointee().and_then(|_| context.globals.get(&local.name));
        return Ok(global.map_or(Argument::Int(0), Argument::Global));
    };
    match &item.value.kind {
        ValueKind::Number(number) => Ok(Argument::Int(local.ty.size().wrap(*number).0)),
        ValueKind::AddressOf { name, element: 0 } if local.ty.pointee().is_some() => {
            Ok(context.globals.get(name).map_or(Argument::Int(0), Argument::Global))
        }
        ValueKind::AddressOf { name, .. } => {
            let message =
                format!("the parameter `{}` can only be the address of a whole variable", local.name);
            Err(Diagnostic::new(item.value.span, message, "not possible here")
                .with_help(format!("make the parameter a pointer to the type of `{name}`")))
        }
    }
}
