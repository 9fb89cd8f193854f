//! Defined values: the values without undefined bits, whatever the program has read.
//!
//! Undefined bits come from memory that was never written, from callers and from callees. A value
//! that is computed from defined values only is defined. The greatest solution is computed: values
//! of a loop that are computed from each other are defined if all their other sources are. The
//! content of a [scratch variable](crate::analyses::scratch_variables) is defined.

use porf_entity::SecondaryMap;
use porf_ir::{Function, Operation, ValueId};

use crate::analyses::scratch_variables::{Scratch, access, addresses};

/// By value, whether it is certainly defined, where scratch variables are.
pub(crate) fn defined_values(function: &Function, scratch: &Scratch) -> SecondaryMap<ValueId, bool> {
    let addresses = addresses(function);
    let mut defined = SecondaryMap::with_default(true);
    for &param in &function.params {
        defined[param] = false;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for block in function.blocks.values() {
            for instruction in &block.instructions {
                let access = access(&instruction.operation, &addresses);
                let mut is_defined = has_defined_results(&instruction.operation)
                    || access.is_some_and(|access| scratch[access.global]);
                instruction.operation.for_each_operand(|&operand| is_defined &= defined[operand]);
                for &result in &instruction.results {
                    changed |= defined[result] && !is_defined;
                    defined[result] &= is_defined;
                }
            }
            block.terminator.kind.for_each_target(|target| {
                for (&param, &argument) in function.blocks[target.block].params.iter().zip(&target.arguments)
                {
                    changed |= defined[param] && !defined[argument];
                    defined[param] &= defined[argument];
                }
            });
        }
    }
    defined
}

/// Whether the results of an operation are defined if its operands are.
fn has_defined_results(operation: &Operation) -> bool {
    is_function_of_operands(operation)
        || matches!(operation, Operation::Alloca { .. } | Operation::Effects | Operation::Actions)
}

/// Whether the results of an operation, if it is no error, depend on its operands only.
pub(crate) fn is_function_of_operands(operation: &Operation) -> bool {
    matches!(
        operation,
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
    )
}
