//! The rules that every module obeys and that the rest of the tool relies on.
//!
//! 1. Every id refers to an entry of its table; every value is defined exactly once
//!    ([`references`]).
//! 2. The entry block has no parameters and no predecessors ([`references`]).
//! 3. Operands, results and arguments have the types and numbers that their instruction, block or
//!    function demands; integers have 1 to 64 bits, and constants fit ([`types`]).
//! 4. Memory is accessed with 8, 16, 32 or 64 bits, and a failed compare-exchange is atomic;
//!    alignments are powers of two ([`types`]).
//! 5. A use of a value is dominated by its definition ([`dominance`]).
//! 6. Initialisers lie within their global; a thread-local global, which begins to exist with its
//!    thread, has no address before; threads pass the arguments that their function takes (here).
//!
//! The later rules are checked only in functions that obey the first one.

mod dominance;
mod references;
mod types;

use std::fmt::{self, Display};

use porf_entity::SourcePosition;

use crate::function::{BlockId, FunctionId};
use crate::module::{Argument, Global, Module, Relocation, ThreadEntry};
use crate::types::Type;

/// A rule that a module does not obey.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function that the error is in, if it is in one.
    pub function: Option<FunctionId>,
    /// The block of the error, if it is in one.
    pub block: Option<BlockId>,
    /// The position of the instruction in the source.
    pub position: SourcePosition,
    /// The message.
    pub message: String,
}

impl Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = self.function {
            write!(f, "{function}")?;
            if let Some(block) = self.block {
                write!(f, " {block}")?;
            }
            if self.position.is_known() {
                write!(f, " at {}", self.position)?;
            }
            write!(f, ": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Checks that the module obeys all rules, and returns the violations.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors::default();
    for global in module.globals.values() {
        verify_global(module, global, &mut errors);
    }
    for id in module.functions.ids() {
        errors.function(module, id);
    }
    for thread in &module.threads {
        verify_thread(module, thread, &mut errors);
    }
    errors.into_result()
}

/// Checks that one function of the module obeys all rules, and returns the violations.
pub fn verify_function(module: &Module, function: FunctionId) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors::default();
    errors.function(module, function);
    errors.into_result()
}

/// The errors found so far and the current place.
#[derive(Default)]
struct Errors {
    found: Vec<VerifyError>,
    function: Option<FunctionId>,
    block: Option<BlockId>,
    position: SourcePosition,
}

impl Errors {
    fn into_result(self) -> Result<(), Vec<VerifyError>> {
        if self.found.is_empty() { Ok(()) } else { Err(self.found) }
    }

    /// Checks a function.
    fn function(&mut self, module: &Module, id: FunctionId) {
        let function = &module.functions[id];
        self.function = Some(id);
        let before = self.found.len();
        references::verify(module, function, self);
        if self.found.len() == before {
            types::verify(module, function, self);
            dominance::verify(function, self);
        }
        self.function = None;
    }

    /// Reports an error at the current place.
    fn report(&mut self, message: impl Into<String>) {
        let &mut Self { function, block, position, .. } = self;
        self.found.push(VerifyError { function, block, position, message: message.into() });
    }

    /// Reports an error unless the condition holds.
    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.report(message());
        }
    }

    /// Runs checks on a block, so that errors are reported there.
    fn in_block(&mut self, block: BlockId, checks: impl FnOnce(&mut Self)) {
        self.block = Some(block);
        checks(self);
        self.block = None;
        self.position = SourcePosition::UNKNOWN;
    }
}

fn verify_global(module: &Module, global: &Global, errors: &mut Errors) {
    let name = &global.name;
    errors.check(global.align.is_power_of_two(), || {
        format!("the alignment of global {name:?} is {}, not a power of two", global.align)
    });
    errors.check(global.init.len() as u64 <= global.size, || {
        format!("the initialiser of global {name:?} is longer than the global")
    });
    let pointer_bytes = u64::from(Type::Ptr.bits() / 8);
    let mut offsets = Vec::with_capacity(global.relocations.len());
    errors.check(global.thread_local || !global.private, || {
        format!("global {name:?} is private but not thread-local")
    });
    for &(offset, relocation) in &global.relocations {
        match relocation {
            Relocation::Global { global: target, .. } => match module.globals.get(target) {
                None => errors.report(format!("global {name:?} points to {target}, which does not exist")),
                Some(target) => errors.check(!target.thread_local, || {
                    format!("global {name:?} points to {:?}, of which each thread has its own", target.name)
                }),
            },
            Relocation::Function(target) => errors.check(module.functions.get(target).is_some(), || {
                format!("global {name:?} points to {target}, which does not exist")
            }),
        }
        errors.check(offset.checked_add(pointer_bytes).is_some_and(|end| end <= global.size), || {
            format!("the pointer at byte {offset} of global {name:?} is not within the global")
        });
        offsets.push(offset);
    }
    offsets.sort_unstable();
    errors.check(offsets.windows(2).all(|pair| pair[1] - pair[0] >= pointer_bytes), || {
        format!("pointers in global {name:?} overlap")
    });
}

fn verify_thread(module: &Module, thread: &ThreadEntry, errors: &mut Errors) {
    let ThreadEntry { name, function, arguments } = thread;
    let Some(function) = module.functions.get(*function) else {
        return errors.report(format!("thread {name:?} runs {function}, which does not exist"));
    };
    errors.check(arguments.len() == function.params.len(), || {
        let (passed, taken) = (arguments.len(), function.params.len());
        format!("thread {name:?} passes {passed} arguments to a function that takes {taken}")
    });
    for (argument, &param) in arguments.iter().zip(&function.params) {
        let Some(param) = function.values.get(param) else {
            // Reported with the function.
            continue;
        };
        let fits = match *argument {
            Argument::Global(global) => {
                param.ty == Type::Ptr && module.globals.get(global).is_some_and(|global| !global.thread_local)
            }
            Argument::Int(number) => param.ty.is_int() && number <= param.ty.mask(),
        };
        errors.check(fits, || {
            format!("thread {name:?} passes {argument:?} for a parameter of type {}", param.ty)
        });
    }
}

#[cfg(test)]
mod tests;
