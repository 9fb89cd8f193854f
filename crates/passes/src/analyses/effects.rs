//! Effects of instructions: the changes that other threads, or a next iteration of the same loop,
//! could observe.

use porf_entity::{FetchOp, SecondaryMap};
use porf_ir::{ExternalId, Function, FunctionId, Instruction, Operation, RmwKind, ValueId};

use crate::analyses::externals::Externals;
use crate::analyses::function_facts::Constants;

/// The effect of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// The instruction only computes, or blocks, or is an error.
    None,
    /// The instruction reads memory that other threads may write, or orders reads.
    Reads,
    /// The instruction reads memory, and writes it if it succeeds.
    WritesIfSuccessful,
    /// The instruction has, or may have, another effect.
    Changes(Change),
}

/// A change that an instruction makes, or may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// The instruction writes memory.
    Stores,
    /// The instruction reads memory and writes it.
    ReadModifyWrites,
    /// The instruction allocates a new object.
    Allocates,
    /// The instruction calls a function that may have an effect.
    Calls(Callee),
    /// porf does not support the instruction.
    Unsupported,
}

/// The callee of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module.
    Function(FunctionId),
    /// A function outside of the module.
    External(ExternalId),
    /// The unknown target of a pointer.
    Unknown,
}

/// The known effects of the functions that may be called.
pub(crate) struct Effects<'a> {
    externals: &'a Externals,
    /// The functions without effects.
    harmless: SecondaryMap<FunctionId, bool>,
}

impl<'a> Effects<'a> {
    /// No function is known yet: each may have any effect.
    pub(crate) fn new(externals: &'a Externals) -> Self {
        Self { externals, harmless: SecondaryMap::with_default(false) }
    }

    /// Analyses a function, so that the effects of calls of it are known from then on.
    pub(crate) fn learn(&mut self, id: FunctionId, function: &Function) {
        let mut instructions = function.blocks.values().flat_map(|block| &block.instructions);
        let harmless =
            instructions.all(|instruction| matches!(self.of(instruction), Effect::None | Effect::Reads));
        self.harmless[id] = harmless;
    }

    pub(crate) fn of(&self, instruction: &Instruction) -> Effect {
        match instruction.operation {
            Operation::Const(_)
            | Operation::GlobalAddress(_)
            | Operation::FunctionAddress(_)
            | Operation::Unary { .. }
            | Operation::FloatCompare { .. }
            | Operation::Binary { .. }
            | Operation::Compare { .. }
            | Operation::Cast { .. }
            | Operation::Select { .. }
            | Operation::PtrAdd { .. }
            | Operation::Effects
            | Operation::Actions
            | Operation::Redundant { .. }
            | Operation::Cancels { .. }
            | Operation::Assume(_) => Effect::None,
            Operation::Load { .. } | Operation::Fence(_) => Effect::Reads,
            Operation::CompareExchange { .. } => Effect::WritesIfSuccessful,
            Operation::Store { .. } => Effect::Changes(Change::Stores),
            Operation::Rmw { .. } => Effect::Changes(Change::ReadModifyWrites),
            Operation::Alloca { .. } => Effect::Changes(Change::Allocates),
            Operation::Unsupported(_) => Effect::Changes(Change::Unsupported),
            Operation::Call { function, .. } if self.harmless[function] => Effect::Reads,
            Operation::Call { function, .. } => calls(Callee::Function(function)),
            Operation::CallIndirect { .. } => calls(Callee::Unknown),
            Operation::CallExternal { external, .. } => self.of_external(external),
        }
    }

    fn of_external(&self, external: ExternalId) -> Effect {
        match self.externals.only_reads(external) {
            true => Effect::Reads,
            false => calls(Callee::External(external)),
        }
    }
}

/// Whether a read-modify-write changes every value.
pub(crate) fn changes_every_value(constants: &Constants, kind: RmwKind, operand: ValueId) -> bool {
    matches!(kind, RmwKind::Fetch(FetchOp::Add | FetchOp::Sub | FetchOp::Xor))
        && constants[operand].is_some_and(|number| number != 0)
}

fn calls(callee: Callee) -> Effect {
    Effect::Changes(Change::Calls(callee))
}
