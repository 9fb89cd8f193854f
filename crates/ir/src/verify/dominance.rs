//! A use of a value is dominated by its definition.
//!
//! In the block that defines the value, the use comes after the definition. An argument of a jump is
//! used at the end of the block that jumps.

use porf_entity::SecondaryMap;

use super::Errors;
use crate::flow::Dominators;
use crate::function::{BlockId, Function, ValueId};

pub(super) fn verify(function: &Function, errors: &mut Errors) {
    let dominators = Dominators::new(&function.blocks);
    // The parameters of the function are defined everywhere, and so have no block here.
    let mut definition: SecondaryMap<ValueId, Option<Definition>> = SecondaryMap::with_default(None);
    for (id, block) in function.blocks.iter() {
        for &param in &block.params {
            definition[param] = Some(Definition { block: id, available: 0 });
        }
        for (index, instruction) in block.instructions.iter().enumerate() {
            for &result in &instruction.results {
                definition[result] = Some(Definition { block: id, available: index + 1 });
            }
        }
    }
    let check = |value: ValueId, block: BlockId, index: usize, errors: &mut Errors| {
        let dominated = definition[value].is_none_or(|definition| {
            if definition.block == block {
                definition.available <= index
            } else {
                dominators.dominates(definition.block, block)
            }
        });
        errors.check(dominated || !dominators.is_reachable(block), || {
            format!("{value} is used where it may not be defined")
        });
    };
    for (id, block) in function.blocks.iter() {
        errors.in_block(id, |errors| {
            for (index, instruction) in block.instructions.iter().enumerate() {
                errors.position = instruction.position;
                instruction.operation.for_each_operand(|&value| check(value, id, index, errors));
            }
            errors.position = block.terminator.position;
            let end = block.instructions.len();
            block.terminator.kind.for_each_operand(|&value| check(value, id, end, errors));
        });
    }
}

/// The definition of a value.
#[derive(Clone, Copy)]
struct Definition {
    block: BlockId,
    /// The index of the first instruction of the block that may use it.
    available: usize,
}
