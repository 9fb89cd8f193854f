//! The syntax tree of a module.
//!
//! Every name is resolved to a dense id, so that no user of the tree needs a map from strings:
//!
//! - [`GlobalId`]: functions, variables and aliases, which share one name space.
//! - [`TypeId`]: types are interned, so that equal types have equal ids.
//! - [`ConstantId`]: constants, which are trees in one arena; children come before their parents.
//! - [`LocalId`] and [`BlockId`]: parameters and results, and basic blocks, of one function.
//!
//! [`parse`](crate::parse) guarantees:
//!
//! - Every id is defined.
//! - Every named type is finite, that is, does not contain itself. Types and constants are nested
//!   at most [`MAX_DEPTH`] deep, named types seen through, so recursion over them is safe.
//! - A local is used with the type it is defined with.
//! - The result of an instruction that is not understood has the type of its first use, or
//!   [`Type::Unknown`] without one.
//! - Constants fit their types: integers the width, aggregates the number and the types of the
//!   elements, strings the length.
//! - Phi instructions stand at the beginning of their block.
//!
//! The parser does not check that definitions dominate uses, that phi instructions name just the
//! predecessors, nor that operands have the types that an operation needs.

mod constant;
mod function;
mod instruction;
mod operators;
mod types;

use porf_entity::{PrimaryMap, SourcePosition, entity_id};

use crate::shape::Shape;

pub use constant::{Constant, ConstantExpression, ConstantId, ConstantKind};
pub use function::{Block, BlockId, Body, Function, Local, LocalId, Name, Parameter, ParameterAttributes};
pub use instruction::{
    Access, Argument, Call, Callee, Instruction, InstructionKind, Operand, Terminator, TerminatorKind,
};
pub use operators::{
    AtomicOrdering, BinaryOp, CastOp, FloatPredicate, IntPredicate, Linkage, PoisonFlags, RmwOp,
};
pub use types::{FloatKind, NamedType, NamedTypeId, Type, TypeId, Types};

/// The depth to which types and constants may be nested.
pub const MAX_DEPTH: u32 = 128;

entity_id! {
    /// A function, a variable or an alias.
    pub struct GlobalId, "@"
}

entity_id! {
    /// A debug position that some instruction, function or variable refers to.
    pub struct DebugId, "dbg"
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The name of the file that it was compiled from, `source_filename`.
    pub source_name: Option<Box<str>>,
    /// The text of `target datalayout`.
    pub data_layout: Option<Box<str>>,
    /// The text of `target triple`.
    pub triple: Option<Box<str>>,
    /// All types that the module mentions.
    pub types: Types,
    /// All constants that the module mentions.
    pub constants: PrimaryMap<ConstantId, Constant>,
    /// Functions, variables and aliases; in the order in which the text first mentions them.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// Source files, which [`SourcePosition::file`] counts.
    pub files: Vec<SourceFile>,
    /// The position of every [`DebugId`]; [`SourcePosition::UNKNOWN`] where the metadata does not
    /// say. Code inlined from elsewhere has its own position, not the one of the call.
    pub positions: PrimaryMap<DebugId, SourcePosition>,
    /// Whether the module has assembly of its own, `module asm`.
    pub has_assembly: bool,
}

impl Module {
    /// The source position that a debug reference stands for.
    pub fn position(&self, debug: Option<DebugId>) -> SourcePosition {
        debug.map_or(SourcePosition::UNKNOWN, |id| self.positions[id])
    }

    /// The global that a constant is a plain reference to.
    pub fn referenced_global(&self, operand: Operand) -> Option<GlobalId> {
        match operand {
            Operand::Constant(id) => match self.constants[id].kind {
                ConstantKind::Global(global) => Some(global),
                _ => None,
            },
            Operand::Local(_) => None,
        }
    }

    /// The type of an operand in a function with this body.
    pub fn operand_type(&self, body: &Body, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(id) => body.locals[id].ty,
            Operand::Constant(id) => self.constants[id].ty,
        }
    }
}

/// A source file as debug information names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceFile {
    /// The name; relative to the directory unless it is absolute.
    pub name: Box<str>,
    /// The directory in which the compiler ran.
    pub directory: Box<str>,
}

/// A global with its name.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name, without `@`, quotes and escapes; a number for a global without name. A leading
    /// `\u{1}` says that the rest is the symbol as it stands.
    pub name: Box<str>,
    /// The modules that see it, and the strength of its definition.
    pub linkage: Linkage,
    /// The line of the text where the definition or declaration begins, counted from 1.
    pub line: u32,
    /// Its source position according to debug information.
    pub debug: Option<DebugId>,
    /// Its kind.
    pub kind: GlobalKind,
}

/// The kinds of globals.
#[derive(Clone, Debug)]
pub enum GlobalKind {
    /// A function, with a body or only declared.
    Function(Box<Function>),
    /// A variable.
    Variable(Variable),
    /// Another name for a constant address.
    Alias(Alias),
    /// A function that is chosen when the program is loaded, by a resolver.
    IndirectFunction(Alias),
}

/// A variable: an object whose address is the value of its name.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The type of the object.
    pub ty: TypeId,
    /// The initial contents; `None` if the variable is only declared.
    pub initializer: Option<ConstantId>,
    /// Whether it never changes.
    pub is_constant: bool,
    /// Whether every thread has one of its own.
    pub is_thread_local: bool,
    /// The alignment in bytes, if it is given.
    pub align: Option<u64>,
    /// The section, if it is given.
    pub section: Option<Box<str>>,
    /// The parts, if debug information names them.
    pub shape: Option<Shape>,
}

/// Another name for an object or a function.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// The type of the object or function at the address.
    pub ty: TypeId,
    /// The address; for an indirect function that of its resolver.
    pub target: ConstantId,
}
