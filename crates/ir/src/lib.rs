//! The intermediate representation: SSA over a control-flow graph.
//!
//! A [`Module`] is a closed concurrent program: global memory, functions, and the threads that all start
//! at once. A [`Function`] is a graph of basic blocks; every value is defined exactly once, and values
//! that depend on where control came from are *block parameters*, for which every jump to the block
//! passes arguments (there are no φ instructions).
//!
//! Front ends make functions with the [`FunctionBuilder`], which also turns mutable source variables
//! into SSA values. [`verify()`] checks the rules that the rest of the tool relies on. A module's `Display`
//! is its text form, and [`parse()`] reads that back exactly.

mod builder;
mod evaluate;
mod flow;
mod function;
mod instruction;
pub mod intrinsics;
mod module;
mod text;
mod types;
mod variables;
mod verify;

pub use builder::FunctionBuilder;
pub use flow::{Dominators, immediate_dominators};
pub use function::{Block, BlockId, Function, FunctionId, ValueData, ValueId};
pub use instruction::{
    BinaryOp, Cast, Comparison, FailKind, FloatComparison, Instruction, Operation, RmwKind, Target,
    Terminator, TerminatorKind, UnaryOp,
};
pub use module::{Argument, External, ExternalId, Global, GlobalId, Module, Relocation, ThreadEntry};
pub use text::{ParseError, parse};
pub use types::Type;
pub use variables::Variable;
pub use verify::{VerifyError, verify, verify_function};
