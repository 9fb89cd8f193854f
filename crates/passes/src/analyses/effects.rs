//! What instructions do that others could observe, or that a next iteration of the same loop could.

use porf_entity::SecondaryMap;
use porf_ir::{ExternalId, Function, FunctionId, Instruction, Operation};

use crate::analyses::externals::Externals;

/// What an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It only computes, or blocks, or is an error.
    None,
    /// It reads memory that others may write, or orders reads.
    Reads,
    /// It reads memory, and writes it if it succeeds.
    WritesIfSuccessful,
    /// It does more than that.
    Changes(Change),
}

/// What an instruction changes, or may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// It writes memory.
    Stores,
    /// It reads memory and writes it.
    ReadModifyWrites,
    /// It makes a new object.
    Allocates,
    /// It calls a function that may change something.
    Calls(Callee),
    /// It is nothing that porf supports.
    Unsupported,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module.
    Function(FunctionId),
    /// A function outside of the module.
    External(ExternalId),
    /// What a pointer points to.
    Unknown,
}

/// What is known of the functions that may be called.
pub(crate) struct Effects<'a> {
    externals: &'a Externals,
    /// The functions that change nothing.
    harmless: SecondaryMap<FunctionId, bool>,
}

impl<'a> Effects<'a> {
    /// Every function may change anything.
    pub(crate) fn new(externals: &'a Externals) -> Self {
        Self { externals, harmless: SecondaryMap::with_default(false) }
    }

    /// Looks at a function, so that calls of it are known from then on.
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

fn calls(callee: Callee) -> Effect {
    Effect::Changes(Change::Calls(callee))
}
