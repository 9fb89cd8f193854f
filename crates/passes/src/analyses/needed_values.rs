//! Needed values: the values that influence the behaviour of a function.
//!
//! A value is *needed* if an instruction with an effect or a decision of control uses it, or if a
//! needed value is computed from it, also by passing it as the argument for a needed parameter. An
//! instruction has an effect in three cases. It accesses memory, even to read it, since a read may
//! be an error and other threads may observe it. It may be an error itself, as divisions and signed
//! arithmetic that must not overflow. It is a call.

use porf_entity::SecondaryMap;
use porf_ir::{BinaryOp, BlockId, Function, Operation, TerminatorKind, Type, ValueId};

use crate::analyses::function_facts::Constants;

/// The largest size in bytes of an object that can be removed. The allocation of a larger one may
/// be an error.
pub(crate) const REMOVABLE_BYTES: u64 = 1 << 16;

/// The origin of a value.
#[derive(Clone, Copy)]
enum Definition {
    /// Callers pass the value.
    FunctionParam,
    /// Jumps to the block pass the value.
    BlockParam {
        block: BlockId,
        index: usize,
    },
    Instruction {
        block: BlockId,
        index: usize,
    },
}

/// By value, whether it is needed, where only some decisions of control count.
pub(crate) fn needed_values(
    function: &Function,
    constants: &Constants,
    matters: impl Fn(&TerminatorKind) -> bool,
) -> SecondaryMap<ValueId, bool> {
    let mut definitions = SecondaryMap::with_default(Definition::FunctionParam);
    let mut ways_in: SecondaryMap<BlockId, Vec<&[ValueId]>> = SecondaryMap::with_default(Vec::new());
    let mut needed = Needed { values: SecondaryMap::with_default(false), pending: Vec::new() };
    for (block, contents) in function.blocks.iter() {
        for (index, &param) in contents.params.iter().enumerate() {
            definitions[param] = Definition::BlockParam { block, index };
        }
        for (index, instruction) in contents.instructions.iter().enumerate() {
            for &result in &instruction.results {
                definitions[result] = Definition::Instruction { block, index };
            }
            if has_effect(&instruction.operation, constants, |value| function.values[value].ty) {
                instruction.operation.for_each_operand(|&operand| needed.add(operand));
            }
        }
        let kind = &contents.terminator.kind;
        if matters(kind) {
            kind.for_each_own_operand(|&operand| needed.add(operand));
        }
        kind.for_each_target(|target| ways_in[target.block].push(&target.arguments));
    }
    while let Some(value) = needed.pending.pop() {
        match definitions[value] {
            Definition::FunctionParam => {}
            Definition::BlockParam { block, index } => {
                for &argument in ways_in[block].iter().filter_map(|arguments| arguments.get(index)) {
                    needed.add(argument);
                }
            }
            Definition::Instruction { block, index } => {
                let operation = &function.blocks[block].instructions[index].operation;
                operation.for_each_operand(|&operand| needed.add(operand));
            }
        }
    }
    needed.values
}

struct Needed {
    values: SecondaryMap<ValueId, bool>,
    /// Needed values whose operands are not known to be needed yet.
    pending: Vec<ValueId>,
}

impl Needed {
    fn add(&mut self, value: ValueId) {
        if !std::mem::replace(&mut self.values[value], true) {
            self.pending.push(value);
        }
    }
}

/// Whether the operation, be it run sooner or later or twice, only defines the same results.
pub(crate) fn may_run_anywhere(function: &Function, constants: &Constants, operation: &Operation) -> bool {
    !matches!(operation, Operation::Alloca { .. } | Operation::Effects | Operation::Actions)
        && !has_effect(operation, constants, |value| function.values[value].ty)
}

/// Whether the operation does more than to define its results.
pub(crate) fn has_effect(
    operation: &Operation,
    constants: &Constants,
    type_of: impl Fn(ValueId) -> Type,
) -> bool {
    match *operation {
        Operation::Const(_)
        | Operation::Effects
        | Operation::Actions
        | Operation::GlobalAddress(_)
        | Operation::FunctionAddress(_)
        | Operation::Unary { .. }
        | Operation::FloatCompare { .. }
        | Operation::Compare { .. }
        | Operation::Cast { .. }
        | Operation::Select { .. }
        | Operation::PtrAdd { .. } => false,
        Operation::Alloca { size, .. } => constants[size].is_none_or(|bytes| bytes > REMOVABLE_BYTES),
        Operation::Binary { op, rhs, .. } => match op {
            BinaryOp::UDiv | BinaryOp::URem => constants[rhs].is_none_or(|divisor| divisor == 0),
            // The quotient of the least number and -1 overflows.
            BinaryOp::SDiv | BinaryOp::SRem => {
                constants[rhs].is_none_or(|divisor| divisor == 0 || divisor == type_of(rhs).mask())
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                constants[rhs].is_none_or(|distance| distance >= type_of(rhs).bits().into())
            }
            BinaryOp::AddNsw | BinaryOp::SubNsw | BinaryOp::MulNsw => true,
            _ => false,
        },
        Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Rmw { .. }
        | Operation::CompareExchange { .. }
        | Operation::Fence(_)
        | Operation::Call { .. }
        | Operation::CallIndirect { .. }
        | Operation::CallExternal { .. }
        | Operation::Unsupported(_)
        | Operation::Cancels { .. }
        | Operation::Redundant { .. }
        | Operation::Assume(_) => true,
    }
}
