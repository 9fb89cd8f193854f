//! Functions, blocks and local values.

use std::fmt;

use porf_entity::{PrimaryMap, entity_id};

use super::{Instruction, Terminator, TypeId};

entity_id! {
    /// A parameter or the result of an instruction. Parameter `i` of a function is local `i`.
    pub struct LocalId, "%"
}

entity_id! {
    /// A basic block. They are numbered in the order of the text; the entry is block 0.
    pub struct BlockId, "bb"
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The type of the function, a [`Type::Function`](super::Type::Function).
    pub ty: TypeId,
    /// The type of the result.
    pub result_type: TypeId,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// The code; `None` if the function is only declared.
    pub body: Option<Body>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its type.
    pub ty: TypeId,
    /// The way in which it is passed.
    pub attributes: ParameterAttributes,
}

/// The way in which an argument is passed, as far as it changes the behaviour of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParameterAttributes {
    /// `byval`: the callee gets the address of a copy of an object of this type.
    pub by_value: Option<TypeId>,
    /// `sret`: the address at which the callee puts its result, of this type.
    pub result_address: Option<TypeId>,
    /// The given alignment, of the address, or of the copy in case of `byval`.
    pub align: Option<u64>,
}

/// The code of a function.
#[derive(Clone, Debug)]
pub struct Body {
    /// The parameters, and then the results of instructions, in the order in which the text first
    /// mentions them.
    pub locals: PrimaryMap<LocalId, Local>,
    /// The blocks in the order of the text, the entry first.
    pub blocks: PrimaryMap<BlockId, Block>,
}

/// A parameter or the result of an instruction.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name, for messages.
    pub name: Name,
    /// Its type.
    pub ty: TypeId,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its name, for messages.
    pub name: Name,
    /// The instructions before the terminator, phi instructions first.
    pub instructions: Vec<Instruction>,
    /// The last instruction, which says where to go.
    pub terminator: Terminator,
}

/// The name of a local value or of a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Name {
    /// The number of a value without a name.
    Number(u32),
    /// The name, without `%`, quotes and escapes.
    Text(Box<str>),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "%{number}"),
            Self::Text(text) => write!(f, "%{text}"),
        }
    }
}
