//! Facts that the code of a function shows directly: numbers, predecessors, size.

use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Function, Operation, ValueId};

/// A block and the index of an instruction in it.
pub(crate) type Spot = (BlockId, usize);

/// By value, the number that an instruction defines it as.
pub(crate) type Constants = SecondaryMap<ValueId, Option<u64>>;

/// The values of a function that are plain numbers.
pub(crate) fn constants(function: &Function) -> Constants {
    let mut constants = SecondaryMap::with_default(None);
    for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
        if let (&Operation::Const(bits), &[result]) = (&instruction.operation, &instruction.results[..]) {
            constants[result] = Some(bits);
        }
    }
    constants
}

/// The number of instructions of a function, terminators included.
pub(crate) fn size(function: &Function) -> usize {
    function.blocks.values().map(|block| block.instructions.len() + 1).sum()
}

/// By block, its predecessors, once for each edge.
pub(crate) fn predecessors(function: &Function) -> SecondaryMap<BlockId, Vec<BlockId>> {
    let mut predecessors = SecondaryMap::with_default(Vec::new());
    for (id, block) in function.blocks.iter() {
        block.terminator.kind.for_each_target(|target| predecessors[target.block].push(id));
    }
    predecessors
}
