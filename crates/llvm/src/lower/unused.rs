//! Loads of local variables whose values are not used.
//!
//! `(void)x;` is how C says that a variable is unused on purpose. Without optimisation clang makes
//! a load of it, which would be an uninitialised read if the variable was never stored to. As the
//! value is not used, the program is not wrong.

use porf_entity::{ReadOrdering, SecondaryMap};
use porf_ir::{Function, Operation, ValueId};

/// Removes non-atomic loads of whole objects on the stack whose results are not used.
pub(super) fn drop_unused_loads(function: &mut Function) {
    let mut used: SecondaryMap<ValueId, bool> = SecondaryMap::with_default(false);
    let mut local: SecondaryMap<ValueId, bool> = SecondaryMap::with_default(false);
    for block in function.blocks.values() {
        for instruction in &block.instructions {
            instruction.operation.for_each_operand(|&operand| used[operand] = true);
            if let (Operation::Alloca { .. }, [object]) = (&instruction.operation, &instruction.results[..]) {
                local[*object] = true;
            }
        }
        block.terminator.kind.for_each_operand(|&operand| used[operand] = true);
    }
    let mut dropped = false;
    for id in function.blocks.ids() {
        function.blocks[id].instructions.retain(|instruction| {
            let unused = match instruction.operation {
                Operation::Load { address, ordering: ReadOrdering::NonAtomic } => {
                    local[address] && !instruction.results.iter().any(|&result| used[result])
                }
                _ => false,
            };
            dropped |= unused;
            !unused
        });
    }
    if dropped {
        function.renumber_values();
    }
}
