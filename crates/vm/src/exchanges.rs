//! Compare-exchanges that take more than one block.
//!
//! In C, a compare-exchange that fails stores the value that it has found where the expected value
//! was. Front ends make a branch and a store of that. The branch is a part of the compare-exchange,
//! and not one of the program: the events behind it do not depend on it.

use porf_ir::{BlockId, Function, Instruction, Operation, TerminatorKind, ValueId};

/// Whether a block ends with the branch of a compare-exchange that stores the value that it has
/// found: by its success the branch leads to a block, or to a store of that value and then to the
/// same block.
pub(crate) fn ends_exchange(function: &Function, block: BlockId) -> bool {
    let block = &function.blocks[block];
    let TerminatorKind::Branch { condition, then_target, else_target } = &block.terminator.kind else {
        return false;
    };
    let found = |instruction: &Instruction| match (&instruction.operation, &instruction.results[..]) {
        (Operation::CompareExchange { .. }, &[found, succeeded]) if succeeded == *condition => Some(found),
        _ => None,
    };
    let Some(found) = block.instructions.iter().find_map(found) else { return false };
    then_target.block == else_target.block
        || only_stores(function, else_target.block, then_target.block, found)
}

/// Whether a block does nothing but store a value, and leads to another block.
fn only_stores(function: &Function, block: BlockId, next: BlockId, value: ValueId) -> bool {
    let block = &function.blocks[block];
    let mut copies = vec![value];
    let stores = block.instructions.iter().all(|instruction| match instruction.operation {
        Operation::Cast { value, .. } => {
            let is_copy = copies.contains(&value);
            copies.extend(&instruction.results);
            is_copy
        }
        Operation::Store { value, .. } => copies.contains(&value),
        _ => false,
    });
    stores && matches!(&block.terminator.kind, TerminatorKind::Jump(target) if target.block == next)
}
